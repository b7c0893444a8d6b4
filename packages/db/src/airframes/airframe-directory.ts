import type { Sql } from "../connection/database.ts";

/** Lists airframes to rebuild a lost directory: the most recently received first, then imported ones. */
export async function listRecent(
  sql: Sql,
  countMax: number,
): Promise<{ id: string; icao: string | null; tail: string | null }[]> {
  return await sql<{ id: string; icao: string | null; tail: string | null }[]>`
    select id, icao, tail from airframes
    order by last_received_at desc nulls last limit ${countMax}`;
}
