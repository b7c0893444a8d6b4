import type { Sql } from "../connection/database.ts";
import { sendColumns, sentRows } from "../query/columns.ts";
import { isOfChannel } from "./tally-channels.ts";

/** Messages of aircraft at one position to one ground station, within ten minutes. */
export interface HfPosition {
  readonly groundStation: number;
  readonly khz: number;
  /** Degrees, of the ground station, and of the aircraft rounded to a whole degree. */
  readonly stationLatitude: number;
  readonly stationLongitude: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly at: string;
  readonly messages: number;
  readonly snr: number | null;
}

/** Messages of an hour by band and by the height of the sun over the middle of their paths. */
export interface HfPath {
  readonly groundStation: number;
  /** MHz, whole. */
  readonly band: number;
  /** The least degree of a range of ten. */
  readonly sun: number;
  readonly messages: number;
  readonly snr: number | null;
  /** The mean, km. */
  readonly distance: number;
}

/** More positions than aircraft have in an hour; the busiest are read. */
const positionsMax = 20_000;

/** Lists the positions of aircraft that sent or got messages in an hour. */
export async function listPositions(sql: Sql, hour: string): Promise<HfPosition[]> {
  return await sql<HfPosition[]>`
    select placed.*, g.latitude as station_latitude, g.longitude as station_longitude
    from (
      select ground_station, round(frequency * 1000)::integer as khz, round(latitude)::float8 as latitude,
        round(longitude)::float8 as longitude, date_bin('10 minutes', received_at, ${hour}::timestamptz) as at,
        count(distinct group_id)::integer as messages, avg(snr)::float8 as snr
      from messages where ${isOfChannel(sql, hour)} and latitude is not null and longitude is not null
      group by 1, 2, 3, 4, 5 order by messages desc limit ${positionsMax}
    ) as placed
    join ground_stations g on g.id = 'hfdl-' || placed.ground_station and g.latitude is not null`;
}

/** Replaces the paths of an hour; each ground station, band and height of the sun once. */
export async function writePaths(sql: Sql, hour: string, paths: readonly HfPath[]): Promise<void> {
  const { names, rows } = sentRows(
    sql,
    "sent",
    sendColumns(sql, paths, {
      groundStation: "smallint",
      band: "smallint",
      sun: "smallint",
      messages: "integer",
      snr: "real",
      distance: "real",
    }),
  );
  await sql`
    with sent as materialized (select * from ${rows}),
    outdated as (
      delete from hf_paths old where hour = ${hour} and not exists (
        select from sent where (sent.ground_station, sent.band, sent.sun) = (old.ground_station, old.band, old.sun)
      )
    )
    insert into hf_paths (hour, ${names}) select ${hour}::timestamptz, ${names} from sent order by 2, 3, 4
    on conflict (hour, ground_station, band, sun) do update set
      messages = excluded.messages, snr = excluded.snr, distance = excluded.distance`;
}
