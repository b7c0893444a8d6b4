import type { LedgerCounts } from "@jetwire/protocol";

/** Why something well-formed was not taken in. */
export type LimitReason =
  | "overload" // the queue before the journal is full
  | "journal-full"
  | "journal-failed"
  | "station-rate"
  | "address-rate"
  | "new-stations" // too many new idents from one address, or at all
  | "stations-unavailable" // an unknown ident while neither Redis nor Postgres can tell
  | "connections"; // lines of peers over their share of connections

/**
 * The running account of everything offered. An object is counted when its outcome is known, once,
 * so that at any moment: offered = accepted + not a message + rejected + limited; and of what was
 * accepted: appended + duplicates + still in the journal.
 */
export interface Ledger {
  readonly counts: LedgerCounts;
  accepted(count: number): void;
  appended(count: number): void;
  duplicate(reason: string): void;
  ignored(reason: string): void;
  rejected(reason: string): void;
  limited(reason: LimitReason): void;
}

/** @param counts what a former process had counted, by its journal. */
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
    rejected(reason) {
      counts.offered++;
      bump(counts.rejected, reason);
    },
    limited(reason) {
      counts.offered++;
      bump(counts.limited, reason);
    },
  };
}

function bump(reasons: Record<string, number>, reason: string): void {
  reasons[reason] = (reasons[reason] ?? 0) + 1;
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
