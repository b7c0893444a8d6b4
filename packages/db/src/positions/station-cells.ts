import { messageIdFloor } from "@jetwire/protocol";
import { isNoCanary } from "../canary/canary.ts";
import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";
import { vhfMilesMax } from "./station-coverage.ts";

/** Positions of aircraft that a station received within an hour, rounded to a hundredth of a degree. */
export interface ReceivedPosition {
  readonly stationId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly positions: number;
  /** Feet; null if no position had one. */
  readonly altitudeMin: number | null;
  readonly altitudeMax: number | null;
}

/** Positions by cells of H3. */
export interface StationCell {
  readonly stationId: number;
  readonly cell: string;
  readonly positions: number;
  readonly altitudeMin: number | null;
  readonly altitudeMax: number | null;
}

const hourMs = 3_600_000;
/** The rows of an hour that are read, and of a station that are kept: a sender may name any position. */
const positionsMax = 100_000;
const stationPositionsMax = 2_000;

/** Cells are kept for this long, days. */
export const cellDays = 8;

/**
 * Lists where aircraft were that stations received in an hour, of each station the points with the most positions. Points
 * that VHF cannot reach are wrong, and left out.
 */
export async function listReceived(sql: Sql, hour: string): Promise<ReceivedPosition[]> {
  const fromMs = Date.parse(hour);
  return await sql<ReceivedPosition[]>`
    select station_id, latitude, longitude, positions, altitude_min, altitude_max
    from (
      select points.*, row_number() over (partition by station_id order by positions desc) as rank
      from (
        select station_id, round(latitude::numeric, 2)::float8 as latitude,
          round(longitude::numeric, 2)::float8 as longitude, bool_and(source_type in ('acars', 'vdl')) as is_vhf,
          count(*)::integer as positions, round(min(altitude))::integer as altitude_min,
          round(max(altitude))::integer as altitude_max
        from messages
        where id >= ${messageIdFloor(fromMs)} and id < ${messageIdFloor(fromMs + hourMs)}
          and latitude is not null and longitude is not null and ${isNoCanary(sql)}
        group by 1, 2, 3
      ) as points
        join stations on stations.id = station_id and erased_at is null
      where not is_vhf or stations.latitude is null or stations.longitude is null
        or nautical_miles(stations.latitude, stations.longitude, points.latitude, points.longitude) <= ${vhfMilesMax}
    ) as ranked
    where rank <= ${stationPositionsMax} order by positions desc limit ${positionsMax}`;
}

/** Replaces the cells of an hour; each station and cell once. */
export async function writeCells(
  sql: Sql,
  hour: string,
  cells: readonly StationCell[],
): Promise<void> {
  const { names, rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, cells, {
      stationId: "integer",
      cell: "text",
      positions: "integer",
      altitudeMin: "integer",
      altitudeMax: "integer",
    }),
  );
  await sql`
    with sent as materialized (select * from ${rows}),
    outdated as (
      delete from station_cells old where hour = ${hour} and not exists (
        select from sent where (sent.station_id, sent.cell) = (old.station_id, old.cell)
      )
    )
    insert into station_cells as known (hour, ${names})
    select ${hour}::timestamptz, ${names} from sent
    where exists (select from stations where id = sent.station_id) order by station_id, cell
    on conflict (hour, station_id, cell) do update set positions = excluded.positions,
      altitude_min = excluded.altitude_min, altitude_max = excluded.altitude_max
    where (known.positions, known.altitude_min, known.altitude_max)
      is distinct from (excluded.positions, excluded.altitude_min, excluded.altitude_max)`;
}

/** Lists the cells of a station since a time, those with the most positions first. */
export async function listCells(
  sql: Sql,
  { stationId, since }: { readonly stationId: number; readonly since: Date },
  countMax: number,
): Promise<Omit<StationCell, "stationId">[]> {
  return await sql<Omit<StationCell, "stationId">[]>`
    select cell, sum(positions)::integer as positions, min(altitude_min) as altitude_min,
      max(altitude_max) as altitude_max
    from station_cells where station_id = ${stationId} and hour >= ${since}
    group by cell order by positions desc, cell limit ${countMax}`;
}

/** The hours of a query of all stations, each of which has up to thousands of rows an hour. */
export const cellQueryHours = 6;

/**
 * Lists the cells of all stations that are not hidden, for some hours, those with the most positions first.
 *
 * @param asked at most `cellQueryHours` from `since` on; a source type for the stations of this kind alone
 */
export async function listNetworkCells(
  sql: Sql,
  { since, sourceType }: { readonly since: Date; readonly sourceType: string | null },
  countMax: number,
): Promise<Omit<StationCell, "stationId">[]> {
  const until = new Date(since.getTime() + cellQueryHours * hourMs);
  return await sql<Omit<StationCell, "stationId">[]>`
    select cell, sum(positions)::integer as positions, min(altitude_min) as altitude_min,
      max(altitude_max) as altitude_max
    from station_cells join stations on stations.id = station_id
    where hour >= ${since} and hour < ${until} and not hidden
      and (${sourceType}::text is null or source_type = ${sourceType})
    group by cell order by positions desc, cell limit ${countMax}`;
}

/** Deletes cells of hours before `cutoff`, and of those that are older than they are kept, at most `rowsMax`; returns how many. */
export async function deleteCells(sql: Sql, cutoff: Date, rowsMax: number): Promise<number> {
  const { count } = await sql`
    delete from station_cells where ctid in (
      select ctid from station_cells
      where hour < greatest(${cutoff}, now() - make_interval(days => ${cellDays})) limit ${rowsMax}
    )`;
  return count;
}
