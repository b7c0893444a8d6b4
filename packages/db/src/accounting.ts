import { LedgerCounts } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

/** What a producer has counted, and when it last said so. */
export interface LedgerRow {
  readonly producer: string;
  readonly counts: LedgerCounts;
  readonly updatedAt: Date;
  /** Messages of it that are in Postgres, and entries put away. */
  readonly stored: number;
  readonly parked: number;
}

/**
 * Both sides of the conservation law for each producer, in one statement and so at one moment.
 * A producer without a ledger, or what was parked without a producer's name, is under `unnamed`.
 */
export async function readLedgers(
  sql: Sql,
): Promise<{ ledgers: LedgerRow[]; unnamed: { stored: number; parked: number } }> {
  // Watermarks and parked entries name `<producer>:<epoch>`.
  const rows = await sql<
    { producer: string | null; counts: unknown; updatedAt: Date; stored: number; parked: number }[]
  >`
    with stored as (
      select regexp_replace(producer, ':[^:]*$', '') as producer, sum(stored)::bigint as stored
      from watermarks group by 1
    ), parked as (
      select coalesce(regexp_replace(producer, ':[^:]*$', ''), '') as producer, count(*) as parked
      from parked_entries group by 1
    ), sums as (
      select producer, coalesce(stored, 0) as stored, coalesce(parked, 0) as parked
      from stored full join parked using (producer)
    )
    select l.producer, l.counts, l.updated_at as "updatedAt",
      coalesce(s.stored, 0)::bigint as stored, coalesce(s.parked, 0)::bigint as parked
    from ledgers l full join sums s on s.producer = l.producer
    order by l.producer nulls last`;
  const unnamed = { stored: 0, parked: 0 };
  const ledgers: LedgerRow[] = [];
  for (const { producer, counts, updatedAt, stored, parked } of rows) {
    if (producer === null) {
      unnamed.stored += stored;
      unnamed.parked += parked;
    } else {
      ledgers.push({ producer, counts: LedgerCounts.parse(counts), updatedAt, stored, parked });
    }
  }
  return { ledgers, unnamed };
}

export async function parkedByReason(
  sql: Sql,
): Promise<{ reason: string; count: number; example: string }[]> {
  return await sql<{ reason: string; count: number; example: string }[]>`
    select reason, count(*) as count, min(left(detail, 200)) as example
    from parked_entries group by reason order by count(*) desc, reason`;
}

/** What an operator should know of the server besides. */
export async function readServerFacts(sql: Sql): Promise<{
  version: string;
  /** Messages whose day had no partition. */
  strays: number;
  lastPartition: string | null;
}> {
  const [row] = await sql<{ version: string; strays: number; lastPartition: string | null }[]>`
    select current_setting('server_version') as version,
      (select count(*) from (select 1 from messages_default limit 100000) as sample) as strays,
      (select max(c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'messages'::regclass and c.relname <> 'messages_default'
      ) as "lastPartition"`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}
