import type { Sql } from "./database.ts";

/** Airframes heard most recently, for a directory that was lost. */
export async function recentAirframes(
  sql: Sql,
  countMax: number,
): Promise<{ id: string; icao: string | null; tail: string | null }[]> {
  return await sql<{ id: string; icao: string | null; tail: string | null }[]>`
    select id, icao, tail from airframes order by updated_at desc limit ${countMax}`;
}
