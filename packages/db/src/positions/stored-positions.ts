import type { Fragment, Sql } from "../connection/database.ts";

/** The columns of stored messages that positions are made of. */
export const positionedColumns =
  "airframe_id, flight_id, flight_key, received_at, latitude, longitude, altitude, position_source, decoded";

/**
 * Returns the statement that keeps the newest position of each airframe by station and source type. It
 * reads the rows that a statement calls `stored`.
 */
export function storedPositions(sql: Sql): Fragment {
  return sql`
    insert into airframe_positions (airframe_id, station_id, source_type, message_id, received_at,
      flight_id, flight_key, latitude, longitude, altitude, track, speed, position_source)
    select distinct on (airframe_id, station_id, source_type)
      airframe_id, station_id, source_type, id, received_at, flight_id, flight_key,
      latitude, longitude, altitude, ${trackOf(sql)}, ${speedOf(sql)}, position_source
    from stored
    where airframe_id is not null and latitude between -90 and 90 and longitude between -180 and 180
    order by airframe_id, station_id, source_type, id desc
    on conflict (airframe_id, station_id, source_type) do update set
      message_id = excluded.message_id, received_at = excluded.received_at,
      flight_id = excluded.flight_id, flight_key = excluded.flight_key,
      latitude = excluded.latitude, longitude = excluded.longitude,
      altitude = excluded.altitude, track = excluded.track, speed = excluded.speed,
      position_source = excluded.position_source
    where airframe_positions.message_id < excluded.message_id`;
}

/** Returns the track over ground that the content of a message states, degrees from true north. */
export function trackOf(sql: Sql): Fragment {
  return sql`(jsonb_path_query_first(decoded, '$.items[*] ? (@.label == "Track"
    && @.unit == "\u00b0 true" && @.value >= 0 && @.value <= 360).value')::float8)`;
}

/** Returns the speed over ground that the content of a message states, knots. */
export function speedOf(sql: Sql): Fragment {
  return sql`(jsonb_path_query_first(decoded, '$.items[*] ? (@.label == "Ground speed"
    && @.unit == "kt" && @.value >= 0 && @.value <= 2000).value')::float8)`;
}
