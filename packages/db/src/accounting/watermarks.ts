import type { Sql } from "../connection/database.ts";

/**
 * How far a producer's entries are stored, by partition. Numbering goes on across epochs, and each
 * epoch is replayed in order, so the highest of any epoch counts.
 *
 * @param producer the producer's id, without an epoch
 * @param fromEpoch the first epoch that counts
 */
export async function readWatermarks(
  sql: Sql,
  producer: string,
  fromEpoch = 1,
): Promise<Map<number, number>> {
  const rows = await sql<{ partition: number; seq: number }[]>`
    select partition, max(seq)::bigint as seq from watermarks
    where producer like ${`${producer}:%`}
      and split_part(producer, ':', 2)::integer >= ${fromEpoch}::integer
    group by partition`;
  return new Map(rows.map(({ partition, seq }) => [partition, seq]));
}
