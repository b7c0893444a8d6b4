import type { Sql } from "../connection/database.ts";

// Each deletes at most `rowsMax` rows from before `cutoff` and returns how many there were.

/** Deletes frequencies on which a ground station was not active since. */
export async function deleteFrequencies(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from ground_station_frequencies where last_active_at < ${cutoff}
      and (ground_station_id, khz) in (
        select ground_station_id, khz from ground_station_frequencies
        where last_active_at < ${cutoff} limit ${rowsMax}
      )`;
  return count;
}

/** Deletes receivers that have not received the ground station since. */
export async function deleteReceivers(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from ground_station_receivers where last_received_at < ${cutoff}
      and (ground_station_id, station_id) in (
        select ground_station_id, station_id from ground_station_receivers
        where last_received_at < ${cutoff} limit ${rowsMax}
      )`;
  return count;
}

/** Deletes counts of earlier hours. */
export async function deleteCounts(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from ground_station_counts where (ground_station_id, hour) in (
      select ground_station_id, hour from ground_station_counts
      where hour < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}

/** Deletes ground stations that were not active since, except those of the system table. */
export async function deleteSilent(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from ground_stations where last_active_at < ${cutoff} and id in (
      select id from ground_stations
      where last_active_at < ${cutoff} and position_source is distinct from 'reference'
      limit ${rowsMax}
    )`;
  return count;
}
