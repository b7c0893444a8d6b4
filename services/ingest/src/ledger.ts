import { LedgerCounts } from "@jetwire/protocol";
import type { Journal } from "./journal/journal.ts";

/** The reasons why a valid message was not accepted. */
export type LimitReason =
  | "overload" // the queue before the journal is full
  | "journal-full"
  | "journal-failed"
  | "journal-damaged" // accepted, and lost from the journal before it was appended
  | "station-rate"
  | "address-rate"
  | "blocked" // the operator has blocked the address or the station
  | "unproven" // the station accepts only messages with a valid key
  | "new-stations" // too many new idents from one address, or in total
  | "look-alike" // a new ident that looks like that of a station
  | "stations-unavailable" // an unknown ident while neither Redis nor Postgres answers
  | "bodies" // too many HTTP bodies at the same time in total; a body counts as one
  | "address-bodies"; // too many of one address

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
  /**
   * Adds what Postgres has counted beyond the counts at the start, because the journal had lost its end.
   *
   * @param notDispatched entries at the start that will be counted as appended
   */
  adopt(inPostgres: LedgerCounts, notDispatched: number): void;
}

/**
 * Continues the counts that a journal contains. Entries that it has counted as accepted, and neither
 * as dispatched nor on disk, are counted as lost by damage.
 */
export function restoreLedger({
  lastProgress,
  uncounted,
  notDispatched,
}: Pick<Journal, "lastProgress" | "uncounted" | "notDispatched">): Ledger {
  const counts = LedgerCounts.safeParse(lastProgress?.counts).data ?? emptyCounts();
  const ledger = createLedger(counts);
  ledger.accepted(uncounted);
  const lost = counts.accepted - counts.appended - total(counts.duplicates) - notDispatched;
  if (lost > 0) {
    ledger.accepted(-lost);
    for (let count = 0; count < lost; count++) ledger.limited("journal-damaged");
  }
  return ledger;
}

export function createLedger(counts: LedgerCounts): Ledger {
  const atStart = structuredClone(counts);
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
    adopt(inPostgres, notDispatched) {
      for (const name of ["offered", "accepted", "kernelDrops"] as const) {
        counts[name] += Math.max(0, inPostgres[name] - atStart[name]);
      }
      counts.appended += Math.max(0, inPostgres.appended - atStart.appended - notDispatched);
      for (const name of ["duplicates", "notAMessage", "rejected", "limited"] as const) {
        for (const [reason, count] of Object.entries(inPostgres[name])) {
          const missing = Math.max(0, count - (atStart[name][reason] ?? 0));
          if (missing > 0) counts[name][reason] = (counts[name][reason] ?? 0) + missing;
        }
      }
    },
  };
}

function bump(reasons: Record<string, number>, reason: string, count = 1): void {
  reasons[reason] = (reasons[reason] ?? 0) + count;
}

function total(reasons: Record<string, number>): number {
  return Object.values(reasons).reduce((sum, count) => sum + count, 0);
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
