import { type FlightPosition, messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import type { FlightFound } from "./flights.ts";
import { type MessageFilter, messageConditions } from "../message-filters/message-filter.ts";
import type { MessageViewer } from "../messages/visibility.ts";

/** The longest time between a reception and its arrival, in either direction (clocks, outages). */
const marginMs = 2 * 3_600_000;

/**
 * Returns the filter of a flight's messages. No index is by flight: they are messages of its airframe
 * in its time, and some of them do not name the flight.
 */
export function messageFilterOf(found: FlightFound, viewer: MessageViewer): MessageFilter {
  const { flight, flightKey } = found;
  return {
    viewer,
    flightId: flight.id,
    sinceId: messageIdFloor(Date.parse(flight.firstHeardAt) - marginMs),
    untilId: messageIdFloor(Date.parse(flight.lastHeardAt) + marginMs),
    ...(flight.airframeId === null
      ? { flightKeys: [flightKey] }
      : { airframeIds: [flight.airframeId] }),
  };
}

/** Returns the latest positions that a flight reported, newest first, once per transmission. */
export async function listPositions(
  sql: Sql,
  flight: FlightFound,
  countMax: number,
  viewer: MessageViewer,
): Promise<FlightPosition[]> {
  const filter = { ...messageFilterOf(flight, viewer), hasPosition: true };
  return await sql<FlightPosition[]>`
    select received_at as timestamp, latitude, longitude, altitude from messages
    where ${messageConditions(sql, filter)} and id = group_id
    order by id desc limit ${countMax}`;
}
