import { LedgerCounts } from "@jetwire/protocol";
import type { Journal } from "./journal/journal.ts";

/** The reasons why a valid message was not accepted. */
export type LimitReason =
  | "overload" // the queue before the journal is full
  | "journal-full"
  | "journal-failed"
  | "station-rate"
  | "address-rate"
  | "new-stations" // too many new idents from one address, or in total
  | "stations-unavailable" // an unknown ident while neither Redis nor Postgres answers
  | "bodies"; // too many HTTP bodies at the same time; a body counts as one

/**
 * Counts every offered object once, as soon as its result is known. At any moment: offered =
 * accepted + ignored + rejected + limited; and accepted = appended + duplicates + still in the journal.
 */
export interface Ledger {
  readonly counts: LedgerCounts;
  accepted(count: number): void;
  appended(count: number): void;
  duplicate(reason: string): void;
  ignored(reason: string): void;
  rejected(reason: string, count?: number): void;
  limited(reason: LimitReason): void;
}

/** Continues the counts that a journal contains. */
export function restoreLedger({
  lastProgress,
  uncounted,
}: Pick<Journal, "lastProgress" | "uncounted">): Ledger {
  const ledger = createLedger(LedgerCounts.safeParse(lastProgress?.counts).data ?? emptyCounts());
  ledger.accepted(uncounted);
  return ledger;
}

export function createLedger(counts: LedgerCounts): Ledger {
  return {
    counts,
    accepted(count) {
      counts.offered += count;
      counts.accepted += count;
    },
    appended(count) {
      counts.appended += count;
    },
    duplicate: (reason) => bump(counts.duplicates, reason),
    ignored(reason) {
      counts.offered++;
      bump(counts.notAMessage, reason);
    },
    rejected(reason, count = 1) {
      counts.offered += count;
      bump(counts.rejected, reason, count);
    },
    limited(reason) {
      counts.offered++;
      bump(counts.limited, reason);
    },
  };
}

function bump(reasons: Record<string, number>, reason: string, count = 1): void {
  reasons[reason] = (reasons[reason] ?? 0) + count;
}

export function emptyCounts(): LedgerCounts {
  return {
    offered: 0,
    accepted: 0,
    appended: 0,
    duplicates: {},
    notAMessage: {},
    rejected: {},
    limited: {},
    kernelDrops: 0,
    journalBytes: 0,
  };
}
