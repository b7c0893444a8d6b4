import { type Propagation, propagationRowsMax } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import { allOf } from "../query/conditions.ts";

/** Selects counts of whole hours. */
export interface PropagationRange {
  readonly from: Date;
  readonly to: Date;
  /** The number of a ground station of HFDL. */
  readonly groundStation?: number | undefined;
}

type Channel = Propagation["channels"][number];

/**
 * Lists counts of channels, newest hour first, one more than an answer may have.
 *
 * @param stationId the station that received, 0 for all
 */
export async function listChannelHours(
  sql: Sql,
  { from, to, groundStation }: PropagationRange,
  stationId: number,
): Promise<Channel[]> {
  const conditions = allOf(sql, [
    sql`station_id = ${stationId} and hour >= ${from} and hour < ${to}`,
    groundStation !== undefined && sql`ground_station = ${groundStation}`,
  ]);
  return await sql<Channel[]>`
    select hour, 'hfdl-' || ground_station as ground_station_id, (khz / 1000.0)::float8 as frequency,
      messages, aircraft, snr, squitters
    from hf_channel_hours where ${conditions}
    order by hour desc, ground_station, khz limit ${propagationRowsMax + 1}`;
}

/** Lists messages of a range by ground station, band and height of the sun. */
export async function listPaths(
  sql: Sql,
  { from, to, groundStation }: PropagationRange,
): Promise<Propagation["paths"]> {
  const conditions = allOf(sql, [
    sql`hour >= ${from} and hour < ${to}`,
    groundStation !== undefined && sql`ground_station = ${groundStation}`,
  ]);
  return await sql<Propagation["paths"]>`
    select 'hfdl-' || ground_station as ground_station_id, band, sun as sun_elevation,
      sum(messages)::integer as messages,
      (sum(snr * messages) / nullif(sum(messages) filter (where snr is not null), 0))::float8 as snr,
      (sum(distance * messages) / sum(messages))::float8 as distance
    from hf_paths where ${conditions}
    group by ground_station, band, sun order by ground_station, band, sun limit ${propagationRowsMax}`;
}
