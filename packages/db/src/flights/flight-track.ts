import { positionTimeLabel, positionTimeMs, type TrackPosition } from "@jetwire/protocol";
import type { FlightFound } from "./flights.ts";
import type { Fragment, Sql } from "../connection/database.ts";
import * as flights from "./flight-messages.ts";
import { messageConditions } from "../message-filters/message-filter.ts";
import type { MessageViewer } from "../messages/visibility.ts";

/** A position of a flight, before it is compared with those around it. */
export interface ReportedTrackPosition extends Omit<TrackPosition, "plausible"> {
  /** Whether the message states the time of the position. */
  readonly isTimed: boolean;
}
type Row = Omit<ReportedTrackPosition, "at" | "isTimed"> & {
  readonly stated: string | null;
};

/** Receptions that are read for each position at most, on average. */
const receptionsPerPosition = 8;

/** Returns the latest positions that a flight reported, in the order of their times, once per transmission. */
export async function readTrack(
  sql: Sql,
  flight: FlightFound,
  countMax: number,
  viewer: MessageViewer,
): Promise<ReportedTrackPosition[]> {
  const filter = { ...flights.messageFilterOf(flight, viewer), hasPosition: true };
  const rows = await sql<Row[]>`
    with receptions as materialized (
      select id, group_id, station_id, received_at, latitude, longitude, altitude, source_type,
        position_source, ${statedTime(sql)} as stated
      from messages where ${messageConditions(sql, filter)}
      order by id desc limit ${countMax * receptionsPerPosition}
    )
    select received_at as timestamp, latitude, longitude, altitude, source_type,
      position_source, stations, id as message_id, stated
    from (
      select distinct on (group_id) * from receptions order by group_id desc, id limit ${countMax}
    ) as transmissions
      join (
        select group_id, count(distinct station_id)::integer as stations from receptions group by 1
      ) as received using (group_id)
    order by received_at, id`;
  return inOrder(rows);
}

/** Returns the time of the position as the content of a message states it. */
function statedTime(sql: Sql): Fragment {
  return sql`jsonb_path_query_first(decoded,
    '$.items[*] ? (@.label == $label).value', jsonb_build_object('label', ${positionTimeLabel}::text)) #>> '{}'`;
}

function inOrder(rows: readonly Row[]): ReportedTrackPosition[] {
  return rows
    .map(({ stated, ...row }) => {
      const at = new Date(positionTimeMs({ timestamp: row.timestamp, stated })).toISOString();
      return { ...row, at, isTimed: stated !== null && at !== row.timestamp };
    })
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
