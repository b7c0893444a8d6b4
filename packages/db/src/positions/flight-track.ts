import type { TrackPosition } from "@jetwire/protocol";
import type { FlightFound } from "../airframes/flights.ts";
import type { Sql } from "../connection/database.ts";
import { messagesOfFlight } from "../messages/flight-messages.ts";
import { messageConditions } from "../messages/message-filter.ts";
import type { MessageViewer } from "../messages/visibility.ts";

/** A position of a flight, before it is compared with those around it. */
export type ReportedTrackPosition = Omit<TrackPosition, "plausible">;
type Row = Omit<ReportedTrackPosition, "timestamp"> & { readonly timestamp: Date };

/** Receptions that are read for each position at most, on average. */
const receptionsPerPosition = 8;

/** Returns the latest positions that a flight reported, the oldest first, once per transmission. */
export async function readFlightTrack(
  sql: Sql,
  flight: FlightFound,
  countMax: number,
  viewer: MessageViewer,
): Promise<ReportedTrackPosition[]> {
  const filter = { ...messagesOfFlight(flight, viewer), hasPosition: true };
  const rows = await sql<Row[]>`
    with receptions as materialized (
      select id, group_id, station_id, received_at, latitude, longitude, altitude, source_type,
        position_source
      from messages where ${messageConditions(sql, filter)}
      order by id desc limit ${countMax * receptionsPerPosition}
    )
    select received_at as timestamp, latitude, longitude, altitude, source_type as "sourceType",
      position_source as "positionSource", stations, id as "messageId"
    from (
      select distinct on (group_id) * from receptions order by group_id desc, id limit ${countMax}
    ) as transmissions
      join (
        select group_id, count(distinct station_id)::integer as stations from receptions group by 1
      ) as received using (group_id)
    order by received_at, id`;
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
}
