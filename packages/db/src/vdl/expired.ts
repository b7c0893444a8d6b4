import type { Sql } from "../connection/database.ts";

// Each deletes at most `rowsMax` rows of hours before `cutoff` and returns how many there were.

export async function deleteChannelHours(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  return await deleteHours(sql, "vdl_channel_hours", cutoff, rowsMax);
}

export async function deleteReach(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  return await deleteHours(sql, "vdl_reach", cutoff, rowsMax);
}

export async function deleteHandovers(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  return await deleteHours(sql, "vdl_handovers", cutoff, rowsMax);
}

async function deleteHours(
  sql: Sql,
  table: string,
  cutoff: Date,
  rowsMax: number,
): Promise<number> {
  const { count } = await sql`
    delete from ${sql(table)} where ctid in (
      select ctid from ${sql(table)} where hour < ${cutoff} limit ${rowsMax}
    )`;
  return count;
}
