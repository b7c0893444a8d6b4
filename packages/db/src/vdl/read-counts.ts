import {
  type VdlChannels,
  vdlCountsMax,
  type VdlHandovers,
  type VdlReach,
} from "@jetwire/protocol";
import type { Fragment, Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";

/** Selects counts of whole hours. */
export interface VdlRange {
  readonly from: Date;
  readonly to: Date;
  /** The id of a ground station of VDL. */
  readonly groundStationId?: string | undefined;
}

/** Lists counts of channels, newest hour first, one more than an answer may have. */
export async function listChannelHours(
  sql: Sql,
  { from, to }: VdlRange,
): Promise<VdlChannels["channels"]> {
  return await sql<VdlChannels["channels"]>`
    select hour, (khz / 1000.0)::float8 as frequency, messages, aircraft, snr
    from vdl_channel_hours where hour >= ${from} and hour < ${to}
    order by hour desc, khz limit ${vdlCountsMax.channels + 1}`;
}

/** Lists the reach of ground stations, that with the most messages first. */
export async function listReach(
  sql: Sql,
  { from, to, groundStationId }: VdlRange,
): Promise<VdlReach["groundStations"]> {
  const conditions = allOf(sql, [
    sql`hour >= ${from} and hour < ${to}`,
    groundStationId !== undefined && sql`ground_station_id = ${groundStationId}`,
  ]);
  return await sql<VdlReach["groundStations"]>`
    with steps as (
      select ground_station_id, km, sum(messages)::integer as messages, max(farthest)::float8 as farthest
      from vdl_reach where ${conditions} group by 1, 2
    )
    select ground_station_id, ${nameOf(sql, "ground_station_id")} as ground_station,
      sum(messages)::integer as messages, max(farthest) as farthest,
      jsonb_agg(jsonb_build_object('from', km, 'messages', messages) order by km) as steps
    from steps group by ground_station_id order by messages desc, 1 limit ${vdlCountsMax.groundStations}`;
}

/** Lists hand-overs between ground stations, those of the most first. */
export async function listHandovers(
  sql: Sql,
  { from, to, groundStationId }: VdlRange,
): Promise<VdlHandovers["handovers"]> {
  const conditions = allOf(sql, [
    sql`hour >= ${from} and hour < ${to}`,
    groundStationId !== undefined && sql`${groundStationId} in (from_id, to_id)`,
  ]);
  return await sql<VdlHandovers["handovers"]>`
    select from_id, ${nameOf(sql, "from_id")} as from_name, to_id, ${nameOf(sql, "to_id")} as to_name, handovers
    from (
      select from_id, to_id, sum(handovers)::integer as handovers
      from vdl_handovers where ${conditions}
      group by from_id, to_id order by handovers desc, from_id, to_id limit ${vdlCountsMax.handovers}
    ) as counted
    order by handovers desc, from_id, to_id`;
}

/** Selects the name of a ground station, else the airports that it announces. */
function nameOf(sql: Sql, column: string): Fragment {
  return sql`(
    select coalesce(g.name, nullif(array_to_string(g.airports, ', '), ''))
    from ground_stations g where g.id = ${sql(column)}
  )`;
}
