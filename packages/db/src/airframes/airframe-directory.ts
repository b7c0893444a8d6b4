import type { Sql } from "../connection/database.ts";

/** Airframes for a directory that was lost: those heard most recently, then those imported. */
export async function recentAirframes(
  sql: Sql,
  countMax: number,
): Promise<{ id: string; icao: string | null; tail: string | null }[]> {
  return await sql<{ id: string; icao: string | null; tail: string | null }[]>`
    select id, icao, tail from airframes
    order by last_received_at desc nulls last limit ${countMax}`;
}
