import type { Sql } from "@jetwire/db";
import { LedgerCounts } from "@jetwire/protocol";

/** Every offered message is counted exactly once as one of the others. */
export interface Accounting {
  readonly offered: number;
  readonly persisted: number;
  readonly duplicates: number;
  readonly notAMessage: number;
  readonly rejected: number;
  readonly limited: number;
  readonly deadLetters: number;
  /** Messages in none of these: on their way, 0 once all are processed. */
  readonly unaccounted: number;
  readonly counts: readonly LedgerCounts[];
}

/**
 * Compares the counts of all ingests with the rows in Postgres, not with another counter. A redacted
 * message has left a row as well.
 */
export async function readAccounting(sql: Sql): Promise<Accounting> {
  const ledgers = await sql<{ counts: unknown }[]>`select counts from ledgers`;
  const counts = ledgers.map((row) => LedgerCounts.parse(row.counts));
  const [rows] = await sql<{ persisted: number; deadLetters: number }[]>`
    select ((select count(*) from messages) + (select count(*) from redactions))::integer as persisted,
      (select count(*) from dead_letters)::integer as dead_letters`;
  const persisted = rows?.persisted ?? 0;
  const deadLetters = rows?.deadLetters ?? 0;
  const offered = sum(counts, (c) => c.offered);
  const duplicates = sum(counts, (c) => total(c.duplicates));
  const notAMessage = sum(counts, (c) => total(c.notAMessage));
  const rejected = sum(counts, (c) => total(c.rejected));
  const limited = sum(counts, (c) => total(c.limited));
  const accounted = persisted + duplicates + notAMessage + rejected + limited + deadLetters;
  return {
    offered,
    persisted,
    duplicates,
    notAMessage,
    rejected,
    limited,
    deadLetters,
    unaccounted: offered - accounted,
    counts,
  };
}

function sum(counts: readonly LedgerCounts[], read: (counts: LedgerCounts) => number): number {
  return counts.reduce((all, each) => all + read(each), 0);
}

function total(reasons: Record<string, number>): number {
  return Object.values(reasons).reduce((all, each) => all + each, 0);
}
