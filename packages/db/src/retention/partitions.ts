import { messageIdFloor } from "@jetwire/protocol";
import { recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

const partitionedTables = ["messages", "message_raws"] as const;
export type PartitionedTable = (typeof partitionedTables)[number];
const dayMs = 86_400_000;
const actor = { kind: "system", name: "chores" } as const;

export interface PartitionsMade {
  readonly created: readonly string[];
  /** Rows that were moved from the default partition. */
  readonly moved: number;
}

/** Returns the name of the partition of a UTC day: `messages_20261121`. */
export function nameOf(table: string, day: Date): string {
  return `${table}_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/**
 * Creates the partitions of `days` UTC days, starting with the day of `fromDay`. Existing ones are
 * left alone. Any number of processes may call it at the same time.
 *
 * @throws the server's error if a lock is not available within five seconds; call it again later.
 */
export async function ensure(sql: Sql, fromDay: Date, days: number): Promise<PartitionsMade> {
  const firstMs = Math.floor(fromDay.getTime() / dayMs) * dayMs;
  const created: string[] = [];
  let moved = 0;
  for (let day = 0; day < days; day++) {
    const at = firstMs + day * dayMs;
    for (const table of partitionedTables) {
      const name = nameOf(table, new Date(at));
      const rows = await ensurePartition(sql, table, name, at);
      if (rows === null) continue;
      created.push(name);
      moved += rows;
    }
  }
  return { created, moved };
}

async function ensurePartition(
  sql: Sql,
  table: string,
  name: string,
  dayStartMs: number,
): Promise<number | null> {
  const [row] = await sql<{ moved: number | null }[]>`
    select ensure_partition(${table}, ${name}, ${messageIdFloor(dayStartMs)}::uuid,
      ${messageIdFloor(dayStartMs + dayMs)}::uuid) as moved`;
  return row?.moved ?? null;
}

/**
 * Drops the partitions of days that ended before `cutoff`, oldest first. The day of `cutoff` stays
 * whole. Any number of processes may call it at the same time. Each drop is in the audit log.
 *
 * @param reason why: they are older than they are kept, or the database takes more than their share of the disk
 * @returns the names of the partitions that this call dropped.
 * @throws the server's error if a lock is not available within a second; call it again later.
 */
export async function drop(
  sql: Sql,
  table: PartitionedTable,
  cutoff: Date,
  reason: "days" | "share" = "days",
): Promise<string[]> {
  const dropped: string[] = [];
  for (const { name, bytes, rows } of await endedPartitions(sql, table, cutoff)) {
    const about = { actor, action: "partition.drop", object: { kind: "partition", id: name } };
    const details = { because: reason, bytes, rows };
    const [row] = await sql<{ done: boolean }[]>`
      with dropped as materialized (select drop_partition(${table}, ${name}) as done),
      recorded as (${recordAction(sql, { ...about, details }, sql`from dropped where done`)})
      select done from dropped`;
    if (row?.done) dropped.push(name);
  }
  return dropped;
}

/** Returns only names that `nameOf` makes, so never the default partition. */
async function endedPartitions(sql: Sql, table: PartitionedTable, cutoff: Date) {
  const found = await sql<{ name: string; bytes: number | null; rows: number | null }[]>`
    select relname::text as name, pg_total_relation_size(pg_class.oid)::bigint as bytes,
      case when reltuples >= 0 then reltuples::float8 end as rows
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = to_regclass(${table}) and relname < ${nameOf(table, cutoff)} collate "C"
    order by relname`;
  const ofADay = new RegExp(`^${table}_\\d{8}$`);
  return found.filter(({ name }) => ofADay.test(name));
}
