import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "./database.ts";

const partitionedTables = ["messages", "message_raws"] as const;
const dayMs = 86_400_000;

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
 * they are. Any number of processes may call it at once.
 *
 * @throws the server's error when a lock can't be had in five seconds; call it again later.
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
    const at = firstMs + day * dayMs;
    for (const table of partitionedTables) {
      const name = partitionName(table, new Date(at));
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
