import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

const partitionedTables = ["messages", "message_raws"] as const;
const dayMs = 86_400_000;

/** One lock for all that change partitions, so that two processes don't meet half-way. */
const partitionLock = 5_917_002;

export interface PartitionsMade {
  readonly created: readonly string[];
  /** Rows that had gone to the default partition meanwhile and are in their day's now. */
  readonly moved: number;
}

/** The partition of a UTC day: `messages_20261121`. */
export function partitionName(table: string, day: Date): string {
  return `${table}_${day.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/**
 * Makes the partitions of `days` UTC days from the day of `fromDay` on; those that exist stay as
 * they are. Each day is a transaction of its own, which waits at most some seconds for its locks.
 */
export async function ensurePartitions(
  sql: Sql,
  fromDay: Date,
  days: number,
): Promise<PartitionsMade> {
  const firstMs = Math.floor(fromDay.getTime() / dayMs) * dayMs;
  const created: string[] = [];
  let moved = 0;
  for (let day = 0; day < days; day++) {
    const at = new Date(firstMs + day * dayMs);
    for (const table of partitionedTables) {
      const rows = await ensurePartition(sql, table, at);
      if (rows === null) continue;
      created.push(partitionName(table, at));
      moved += rows;
    }
  }
  return { created, moved };
}

/**
 * A default partition that holds rows of the day would make `create table … partition of` fail for
 * ever. So the partition is made aside, takes those rows along, and is attached, while nobody can
 * write to the default.
 *
 * @returns how many rows came from the default; null when the partition was there.
 */
async function ensurePartition(sql: Sql, table: string, day: Date): Promise<number | null> {
  const name = partitionName(table, day);
  if (await exists(sql, name)) return null;
  const from = messageIdFloor(day.getTime());
  const to = messageIdFloor(day.getTime() + dayMs);
  return await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '5s'`;
    await transaction`select pg_advisory_xact_lock(${partitionLock})`;
    if (await exists(transaction as unknown as Sql, name)) return null;
    await transaction.unsafe(`lock table ${table}_default in access exclusive mode`);
    await transaction.unsafe(
      `create table ${name} (like ${table} including defaults including constraints including indexes)`,
    );
    const { count } = await transaction.unsafe(
      `with moved as (
         delete from ${table}_default where id >= '${from}' and id < '${to}' returning *
       )
       insert into ${name} select * from moved`,
    );
    await transaction.unsafe(
      `alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`,
    );
    return count;
  });
}

async function exists(sql: Sql, table: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass(${table}) is not null as there`;
  return row?.there === true;
}
