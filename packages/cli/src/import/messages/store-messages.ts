import * as db from "@jetwire/db";
import type { AirframeToStore, FlightToStore, MessageToStore, RunQueries } from "@jetwire/db";
import { readHfdlDetails } from "@jetwire/decoders";
import type { ComparedMessage } from "./receptions.ts";

/**
 * Stores messages with their airframes and flights, by the statement that stores live ones. Facts of flights are noted to be made, and
 * their hours are counted.
 *
 * @returns how many were new
 */
export async function storeMessages(
  run: RunQueries,
  batch: readonly ComparedMessage[],
): Promise<number> {
  if (batch.length === 0) return 0;
  const messages = batch.map(toStore);
  const airframes = new Map<string, AirframeToStore>();
  const flights = new Map<string, FlightToStore>();
  const changed = new Set<string>();
  for (const { message, links } of messages) {
    const { airframeId, flightId, timestamp } = message;
    if (airframeId !== null) {
      const before = airframes.get(airframeId);
      airframes.set(airframeId, {
        id: airframeId,
        icao: links.icao ?? before?.icao ?? null,
        tail: message.tail ?? before?.tail ?? null,
        firstReceivedAt: earlier(before?.firstReceivedAt, timestamp),
        lastReceivedAt: later(before?.lastReceivedAt, timestamp),
      });
    }
    const flight = db.messageStore.reportedFlight(message, links.flightKey);
    if (flight !== null)
      flights.set(flight.id, db.messageStore.mergedFlight(flights.get(flight.id), flight));
    if (flightId !== null && saysFacts(message)) changed.add(flightId);
  }
  return await run((sql) =>
    db.messageStore.storeBatch(sql, {
      parts: [{ partition: 0, messages }],
      airframes: [...airframes.values()],
      flights: [...flights.values()],
      changes: [...changed].map((flightId) => ({ flightId, isNew: true })),
      isPast: true,
    }),
  );
}

function toStore(one: ComparedMessage): MessageToStore {
  const { id, groupId, stationId, airframeId, flightId, timeMs, members, exported, raw } = one;
  const timestamp = new Date(timeMs).toISOString();
  return {
    message: {
      id,
      groupId,
      timestamp,
      createdAt: exported?.createdAt ?? timestamp,
      stationId,
      airframeId,
      flightId,
      ...members,
      authenticated: exported?.authenticated ?? null,
    },
    links: { first: groupId === id, skewed: false, icao: one.icao, flightKey: one.flightKey },
    raw,
    hfdl: members.source === "dumphfdl" && raw !== null ? readHfdlDetails(raw) : null,
    producer: "past",
    seq: 0,
  };
}

function saysFacts({
  departingAirport,
  destinationAirport,
  times,
}: MessageToStore["message"]): boolean {
  return departingAirport !== null || destinationAirport !== null || times !== null;
}

function earlier(a: string | undefined, b: string): string {
  return a !== undefined && a < b ? a : b;
}

function later(a: string | undefined, b: string): string {
  return a !== undefined && a > b ? a : b;
}
