import type { Sql } from "@jetwire/db";
import { LedgerCounts } from "@jetwire/protocol";

/** The law of readAccounting, as the database tells it. */
export interface Accounting {
  readonly offered: number;
  readonly persisted: number;
  readonly duplicates: number;
  readonly notAMessage: number;
  readonly rejected: number;
  readonly limited: number;
  readonly parked: number;
  /** In none of these: on its way, and 0 once everything has settled. */
  readonly unaccounted: number;
  readonly counts: readonly LedgerCounts[];
}

/**
 * Adds up every producer's counts against the rows that are really there, not against a counter;
 * what was redacted has left a row as well.
 */
export async function readAccounting(sql: Sql): Promise<Accounting> {
  const ledgers = await sql<{ counts: unknown }[]>`select counts from ledgers`;
  const counts = ledgers.map((row) => LedgerCounts.parse(row.counts));
  const [rows] = await sql<{ persisted: number; parked: number }[]>`
    select ((select count(*) from messages) + (select count(*) from redactions))::integer as persisted,
      (select count(*) from dead_letters)::integer as parked`;
  const persisted = rows?.persisted ?? 0;
  const parked = rows?.parked ?? 0;
  const offered = sum(counts, (c) => c.offered);
  const duplicates = sum(counts, (c) => total(c.duplicates));
  const notAMessage = sum(counts, (c) => total(c.notAMessage));
  const rejected = sum(counts, (c) => total(c.rejected));
  const limited = sum(counts, (c) => total(c.limited));
  const told = persisted + duplicates + notAMessage + rejected + limited + parked;
  return {
    offered,
    persisted,
    duplicates,
    notAMessage,
    rejected,
    limited,
    parked,
    unaccounted: offered - told,
    counts,
  };
}

function sum(counts: readonly LedgerCounts[], read: (counts: LedgerCounts) => number): number {
  return counts.reduce((all, each) => all + read(each), 0);
}

function total(reasons: Record<string, number>): number {
  return Object.values(reasons).reduce((all, each) => all + each, 0);
}
