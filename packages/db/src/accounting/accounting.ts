import type { LedgerCounts } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { possibleCounts } from "./ledgers.ts";

/** The counts of one producer, and what Postgres has of it. */
export interface LedgerRow {
  readonly producer: string;
  readonly counts: LedgerCounts;
  readonly updatedAt: string;
  /** Messages of this producer that are stored, and its dead letters. */
  readonly stored: number;
  readonly deadLetters: number;
}

/**
 * Reads both sides of the conservation law for each producer in one statement, so that they are of
 * the same moment. Messages and dead letters of a producer without a ledger are in `unnamed`; a ledger whose
 * counts cannot be true is left out and named in `impossible`.
 */
export async function readLedgers(sql: Sql): Promise<{
  ledgers: LedgerRow[];
  unnamed: { stored: number; deadLetters: number };
  impossible: string[];
}> {
  // Watermarks and dead letters name `<producer>:<epoch>`.
  const rows = await sql<
    (Omit<LedgerRow, "producer" | "counts"> & { producer: string | null; counts: unknown })[]
  >`
    with stored as (
      select regexp_replace(producer, ':[^:]*$', '') as producer, sum(stored)::bigint as stored
      from watermarks group by 1
    ), dead as (
      select coalesce(regexp_replace(producer, ':[^:]*$', ''), '') as producer, count(*) as dead
      from dead_letters group by 1
    ), sums as (
      select producer, coalesce(stored, 0) as stored, coalesce(dead, 0) as dead
      from stored full join dead using (producer)
    )
    select l.producer, l.counts, l.updated_at,
      coalesce(s.stored, 0)::bigint as stored, coalesce(s.dead, 0)::bigint as dead_letters
    from ledgers l full join sums s on s.producer = l.producer
    order by l.producer nulls last`;
  const unnamed = { stored: 0, deadLetters: 0 };
  const ledgers: LedgerRow[] = [];
  const impossible: string[] = [];
  for (const { producer, counts: json, ...row } of rows) {
    const counts = producer === null ? null : possibleCounts(json);
    if (producer !== null && counts !== null) {
      ledgers.push({ producer, counts, ...row });
      continue;
    }
    if (producer !== null) impossible.push(producer);
    unnamed.stored += row.stored;
    unnamed.deadLetters += row.deadLetters;
  }
  return { ledgers, unnamed, impossible };
}

/** Reads facts about the server that `doctor` reports. */
export async function readServerFacts(sql: Sql): Promise<{
  version: string;
  /** Messages in the default partition: their day had none. Counted up to 100,000. */
  strays: number;
  lastPartition: string | null;
}> {
  const [row] = await sql<{ version: string; strays: number; lastPartition: string | null }[]>`
    select current_setting('server_version') as version,
      (select count(*) from (select 1 from messages_default limit 100000) as sample) as strays,
      (select max(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'messages'::regclass and c.relname <> 'messages_default'
      ) as last_partition`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}

/** Returns the time of Postgres' clock, Unix ms. */
export async function readClock(sql: Sql): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row.ms;
}
