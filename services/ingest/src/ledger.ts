import * as db from "@jetwire/db";
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
export type Ledger = ReturnType<typeof createLedger>;

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
  counts.offered += uncounted;
  counts.accepted += uncounted;
  const atStart = structuredClone(counts);
  balance(counts, notDispatched);
  return createLedger(counts, atStart);
}

/** @param atStart what the journal says, before counts that cannot be true were corrected */
export function createLedger(counts: LedgerCounts, atStart = structuredClone(counts)) {
  return {
    counts,
    accepted(count: number): void {
      counts.offered += count;
      counts.accepted += count;
    },
    appended(count: number): void {
      counts.appended += count;
    },
    duplicate: (reason: string): void => bump(counts.duplicates, reason),
    ignored(reason: string): void {
      counts.offered++;
      bump(counts.notAMessage, reason);
    },
    rejected(reason: string, count = 1): void {
      counts.offered += count;
      bump(counts.rejected, reason, count);
    },
    limited(reason: LimitReason): void {
      counts.offered++;
      bump(counts.limited, reason);
    },
    /** Returns whether Postgres has counted messages that the journal did not have at the start. */
    isBehind: (inPostgres: LedgerCounts): boolean => inPostgres.accepted > atStart.accepted,
    /**
     * Adds what Postgres has counted beyond the counts at the start, because the journal had lost its end. What it
     * has counted as accepted, and is in no place, was lost with that end.
     *
     * @param notDispatched entries at the start that will be counted as dispatched
     */
    adopt(inPostgres: LedgerCounts, notDispatched: number): void {
      const waiting = inJournal(counts);
      for (const name of ["offered", "accepted", "kernelDrops"] as const) {
        counts[name] += Math.max(0, inPostgres[name] - atStart[name]);
      }
      for (const name of ["notAMessage", "rejected", "limited"] as const) {
        for (const [reason, count] of missingOf(inPostgres[name], atStart[name])) {
          bump(counts[name], reason, count);
        }
      }
      // Entries that the journal still has are dispatched, and counted, once more.
      let lost = Math.max(0, dispatched(inPostgres) - dispatched(atStart) - notDispatched);
      for (const [reason, count] of missingOf(inPostgres.duplicates, atStart.duplicates)) {
        const dropped = Math.min(count, lost);
        lost -= dropped;
        if (dropped > 0) bump(counts.duplicates, reason, dropped);
      }
      counts.appended += lost;
      balance(counts, waiting);
    },
    /**
     * Corrects counts that say less than Postgres has stored: these messages were offered, accepted and appended.
     *
     * @returns how many were missing
     */
    coverStored(stored: number): number {
      const missing = Math.max(0, stored - counts.appended - Math.max(0, inJournal(counts)));
      counts.offered += missing;
      counts.accepted += missing;
      counts.appended += missing;
      return missing;
    },
  };
}

/**
 * Makes counts true that do not fit what the journal has: accepted = dispatched + in the journal, and offered is
 * the sum of all results.
 *
 * @param waiting the number of entries in the journal that are not dispatched
 */
function balance(counts: LedgerCounts, waiting: number): void {
  const lost = inJournal(counts) - waiting;
  counts.accepted -= lost;
  if (lost > 0) bump(counts.limited, "journal-damaged" satisfies LimitReason, lost);
  const refused = [counts.notAMessage, counts.rejected, counts.limited].map(db.accounting.totalOf);
  counts.offered = refused.reduce((sum, count) => sum + count, counts.accepted);
}

function dispatched({ appended, duplicates }: LedgerCounts): number {
  return appended + db.accounting.totalOf(duplicates);
}

/** Returns how many messages are accepted and not dispatched. */
export function inJournal(counts: LedgerCounts): number {
  return counts.accepted - dispatched(counts);
}

/** Returns what `counts` has beyond `known`, by reason. */
function missingOf(
  counts: Readonly<Record<string, number>>,
  known: Readonly<Record<string, number>>,
): [reason: string, count: number][] {
  return Object.entries(counts)
    .map(([reason, count]): [string, number] => [reason, count - (known[reason] ?? 0)])
    .filter(([, count]) => count > 0);
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
