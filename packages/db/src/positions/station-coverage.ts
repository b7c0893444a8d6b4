import { messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** Selects the station, the position to measure from, and the time. */
export interface CoverageOf {
  readonly stationId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly sinceMs: number;
}

/** The positions received from one direction. */
export interface CoveredSector {
  /** Number of the sector, clockwise from north. */
  readonly sector: number;
  readonly positions: number;
  /** 95th percentile and maximum of the distances, nautical miles. */
  readonly usual: number;
  readonly max: number;
  /** The farthest position. */
  readonly farthest: { readonly id: string; readonly bearing: number };
}

/** The horizon of VHF, nautical miles: of an aircraft at 60,000 feet, from a mountain. */
export const vhfMilesMax = 450;

/**
 * Measures how far a station received by direction, with its latest positions, at most `countMax`.
 * Positions that VHF cannot reach are wrong, and left out.
 */
export async function readCoverage(
  sql: Sql,
  { stationId, latitude, longitude, sinceMs }: CoverageOf,
  { countMax, sectors }: { readonly countMax: number; readonly sectors: number },
): Promise<CoveredSector[]> {
  const rows = await sql<(Omit<CoveredSector, "farthest"> & { id: string; bearing: number })[]>`
    with positions as (
      select id, latitude, longitude, source_type from messages
      where station_id = ${stationId} and id >= ${messageIdFloor(sinceMs)}
        and latitude is not null and longitude is not null
      order by id desc limit ${countMax}
    ),
    measured as (
      select id, source_type,
        nautical_miles(${latitude}, ${longitude}, latitude, longitude) as distance,
        atan2d(sind(longitude - ${longitude}) * cosd(latitude),
          cosd(${latitude}) * sind(latitude)
            - sind(${latitude}) * cosd(latitude) * cosd(longitude - ${longitude})) as bearing
      from positions
    ),
    reached as (
      select id, distance, (bearing + 360)::numeric % 360 as bearing from measured
      where distance <= ${vhfMilesMax} or source_type not in ('acars', 'vdl')
    )
    select floor(bearing * ${sectors} / 360)::integer % ${sectors} as sector, count(*) as positions,
      percentile_cont(0.95) within group (order by distance) as usual, max(distance) as max,
      (array_agg(id order by distance desc))[1] as id,
      (array_agg(bearing order by distance desc))[1]::float8 as bearing
    from reached group by 1 order by 1`;
  return rows.map(({ id, bearing, ...row }) => ({ ...row, farthest: { id, bearing } }));
}
