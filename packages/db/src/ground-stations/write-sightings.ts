import type { Sql } from "../connection/database.ts";
import { type Columns, sendColumns, sentRows } from "../query/columns.ts";

/** A ground station as frames have described it since the last write. */
export interface SightedGroundStation {
  readonly id: string;
  readonly system: string;
  readonly address: string;
  readonly name: string | null;
  /** ICAO codes separated by spaces; null if no frame had any. */
  readonly airports: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly utcSync: boolean | null;
  /** ISO 8601; null if no frame that it sent was received. */
  readonly firstReceivedAt: string | null;
  readonly lastReceivedAt: string | null;
  readonly lastActiveAt: string;
  /** Frames that it sent, of all stations. */
  readonly frames: number;
}

interface SightedFrequency {
  readonly id: string;
  readonly khz: number;
  readonly lastActiveAt: string;
  /** The time at which a squitter named it; null if none did. */
  readonly announcedAt: string | null;
}

/** Frames of a ground station that a station received. */
interface SightedBy {
  readonly id: string;
  readonly ident: string;
  readonly lastReceivedAt: string;
  readonly frames: number;
}

/** Sightings to write; each ground station, frequency and receiver once. */
export interface Sightings {
  readonly groundStations: readonly SightedGroundStation[];
  readonly frequencies: readonly SightedFrequency[];
  readonly receivers: readonly SightedBy[];
}

const groundStationColumns: Columns<SightedGroundStation> = {
  id: "text",
  system: "text",
  address: "text",
  name: "text",
  airports: "text",
  latitude: "float8",
  longitude: "float8",
  utcSync: "boolean",
  firstReceivedAt: "timestamptz",
  lastReceivedAt: "timestamptz",
  lastActiveAt: "timestamptz",
  frames: "integer",
};

/** More than there are in the world: forged addresses cannot fill the table. */
const groundStationsMax = 20_000;

/**
 * Writes sightings in one statement. What is newer replaces what is older, except names and positions of
 * the system table. Above the limit no ground station is added. Stations that do not exist are left out.
 */
export async function writeSightings(
  sql: Sql,
  { groundStations, frequencies, receivers }: Sightings,
  limits = { groundStationsMax },
): Promise<void> {
  const sent = sentRows(sql, "sent", sendColumns(sql, groundStations, groundStationColumns));
  const frequency = sentRows(
    sql,
    "sent",
    sendColumns(sql, frequencies, {
      id: "text",
      khz: "integer",
      lastActiveAt: "timestamptz",
      announcedAt: "timestamptz",
    }),
  );
  const receiver = sentRows(
    sql,
    "sent",
    sendColumns(sql, receivers, {
      id: "text",
      ident: "text",
      lastReceivedAt: "timestamptz",
      frames: "integer",
    }),
  );
  const isReference = sql`known.position_source is not distinct from 'reference'`;
  const isNewer = sql`excluded.last_active_at >= coalesce(known.last_active_at, '-infinity')`;
  const takesPosition = sql`(not ${isReference} and excluded.latitude is not null
    and (known.latitude is null or ${isNewer}))`;
  await sql`
    with written as (
      insert into ground_stations as known (id, system, address, name, airports, latitude, longitude,
        position_source, utc_sync, first_received_at, last_received_at, last_active_at)
      select id, system, address, name, coalesce(string_to_array(airports, ' '), '{}'), latitude,
        longitude, case when latitude is not null then 'broadcast' end, utc_sync,
        first_received_at, last_received_at, last_active_at
      from ${sent.rows}
      where exists (select from ground_stations there where there.id = sent.id)
        or (select count(*) from ground_stations) < ${limits.groundStationsMax}
      order by id
      on conflict (id) do update set
        name = case when ${isReference} then known.name
          when ${isNewer} then coalesce(excluded.name, known.name)
          else coalesce(known.name, excluded.name) end,
        airports = case when cardinality(excluded.airports) > 0
          and (${isNewer} or cardinality(known.airports) = 0) then excluded.airports
          else known.airports end,
        latitude = case when ${takesPosition} then excluded.latitude else known.latitude end,
        longitude = case when ${takesPosition} then excluded.longitude else known.longitude end,
        position_source = case when ${takesPosition} then excluded.position_source
          else known.position_source end,
        utc_sync = case when ${isNewer} then coalesce(excluded.utc_sync, known.utc_sync)
          else coalesce(known.utc_sync, excluded.utc_sync) end,
        first_received_at = least(known.first_received_at, excluded.first_received_at),
        last_received_at = greatest(known.last_received_at, excluded.last_received_at),
        last_active_at = greatest(known.last_active_at, excluded.last_active_at)
      returning id
    ),
    active as (
      insert into ground_station_frequencies as known (ground_station_id, khz, last_active_at, announced_at)
      select sent.id, sent.khz, sent.last_active_at, sent.announced_at
      from ${frequency.rows} join written on written.id = sent.id
      order by 1, 2
      on conflict (ground_station_id, khz) do update set
        last_active_at = greatest(known.last_active_at, excluded.last_active_at),
        announced_at = greatest(known.announced_at, excluded.announced_at)
    ),
    counted as (
      insert into ground_station_counts as known (ground_station_id, hour, frames)
      select sent.id, date_trunc('hour', now(), 'UTC'), sent.frames
      from ${sent.rows} join written on written.id = sent.id
      where sent.frames > 0
      order by 1
      on conflict (ground_station_id, hour) do update set frames = known.frames + excluded.frames
    )
    insert into ground_station_receivers as known (ground_station_id, station_id, last_received_at,
      frames)
    select sent.id, stations.id, sent.last_received_at, sent.frames
    from ${receiver.rows} join written on written.id = sent.id
      join stations on stations.ident = sent.ident
    order by 1, 2
    on conflict (ground_station_id, station_id) do update set
      last_received_at = greatest(known.last_received_at, excluded.last_received_at),
      frames = known.frames + excluded.frames`;
}
