import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

// Each deletes at most `rowsMax` rows from before `cutoff` and returns how many there were.

/** Counts of single stations are kept for this long, those of all as long as the caller says. */
const stationDays = 8;

export async function deleteReceptions(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from hf_receptions where ctid in (
      select ctid from hf_receptions where period < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}

/** Deletes counts of channels, and those of single stations sooner. */
export async function deleteChannelHours(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from hf_channel_hours where ctid in (
      select ctid from hf_channel_hours
      where hour < ${cutoff}
        or (station_id <> 0 and hour < now() - make_interval(days => ${stationDays}))
      limit ${rowsMax}
    )`;
  return count;
}

export async function deletePaths(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from hf_paths where ctid in (
      select ctid from hf_paths where hour < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}

/** Deletes reports of messages. */
export async function deleteReports(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from hfdl_reports where message_id in (
      select message_id from hfdl_reports where message_id < ${messageIdFloor(cutoff.getTime())}
      order by message_id limit ${rowsMax}
    )`;
  return count;
}
