import { type FlightPosition, messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";
import type { FlightFound } from "../airframes/flights.ts";
import { type MessageFilter, messageConditions } from "./message-filter.ts";
import type { MessageViewer } from "./visibility.ts";

/** Ingest takes a message in this long before or after it was heard, at most (clocks, time-outs). */
const marginMs = 2 * 3_600_000;

/**
 * Which messages are a flight's. No index is by flight: they are its airframe's in that time, and
 * some don't name the flight.
 */
export function messagesOfFlight(found: FlightFound, viewer: MessageViewer): MessageFilter {
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

/** Where a flight's latest messages said it was, newest first, each transmission once. */
export async function flightPositions(
  sql: Sql,
  flight: FlightFound,
  countMax: number,
  viewer: MessageViewer,
): Promise<FlightPosition[]> {
  const filter = { ...messagesOfFlight(flight, viewer), hasPosition: true };
  const rows = await sql<(Omit<FlightPosition, "timestamp"> & { timestamp: Date })[]>`
    select received_at as timestamp, latitude, longitude, altitude from messages
    where ${messageConditions(sql, filter)} and id = group_id
    order by id desc limit ${countMax}`;
  return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
}
