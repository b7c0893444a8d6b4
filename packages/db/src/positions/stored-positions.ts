import type { Fragment, Sql } from "../connection/database.ts";

/** The columns of messages that positions keep, besides those that every stored message returns. */
const keptColumns = [
  "airframe_id",
  "flight_id",
  "flight_key",
  "received_at",
  "latitude",
  "longitude",
  "altitude",
  "position_source",
  "label",
  "link_direction",
  "frequency",
  "on_ground",
  "authenticated",
  "departing_airport",
  "destination_airport",
] as const;

/** The columns of stored messages that positions are made of. */
export const positionedColumns: string = [...keptColumns, "decoded"].join(", ");

const names = [...keptColumns, "message_id", "track", "speed"];
const keyNames = "airframe_id, station_id, source_type, application";

/**
 * Returns the statement that keeps the newest position of each airframe by station, source type and
 * application. It reads the rows that a statement calls `stored`: new messages, or those whose content has changed.
 */
export function storedPositions(sql: Sql): Fragment {
  const changed = names.filter((name) => name !== "airframe_id");
  return sql`
    insert into airframe_positions (${sql.unsafe(names.join(", "))}, station_id, source_type, application)
    select distinct on (${sql.unsafe(keyNames)})
      ${sql.unsafe(keptColumns.join(", "))}, id, ${trackOf(sql)}, ${speedOf(sql)},
      station_id, source_type, application
    from stored cross join lateral (
      select ${positionApplication(sql)}
    ) as content (application)
    where airframe_id is not null and latitude between -90 and 90 and longitude between -180 and 180
    order by ${sql.unsafe(keyNames)}, id desc
    on conflict (${sql.unsafe(keyNames)}) do update set
      ${sql.unsafe(changed.map((name) => `${name} = excluded.${name}`).join(", "))}
    where airframe_positions.message_id <= excluded.message_id`;
}

/** Returns the application of a row of `stored`, as positions are kept by it. */
export function positionApplication(sql: Sql): Fragment {
  return sql`coalesce(stored.decoded->>'application', case when stored.decoded is not null then 'other' end, '')`;
}

/** Returns the track over ground that the content of a message states, degrees from true north. */
function trackOf(sql: Sql): Fragment {
  return sql`(jsonb_path_query_first(decoded, '$.items[*] ? (@.label == "Track"
    && @.unit == "\u00b0 true" && @.value >= 0 && @.value <= 360).value')::float8)`;
}

/** Returns the speed over ground that the content of a message states, knots. */
function speedOf(sql: Sql): Fragment {
  return sql`(jsonb_path_query_first(decoded, '$.items[*] ? (@.label == "Ground speed"
    && @.unit == "kt" && @.value >= 0 && @.value <= 2000).value')::float8)`;
}
