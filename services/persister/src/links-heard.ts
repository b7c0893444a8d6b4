import type { AirframeToStore, FlightToStore, MessageToStore } from "@jetwire/db";
import { LRUCache } from "lru-cache";

/** The airframes and flights that a batch names and that need writing, each once. */
export interface LinksToWrite {
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
}

/**
 * Knows what was written lately, so that an airframe heard a hundred times a minute isn't. Only
 * what a statement has stored is remembered.
 */
export interface LinksHeard {
  collect(messages: readonly MessageToStore[], nowMs: number): LinksToWrite;
  written(links: LinksToWrite, nowMs: number): void;
}

const rememberedMax = 50_000;
/** A flight's last hearing and position may lag by this much, an airframe's last hearing by that. */
const flightEveryMs = 30_000;
const airframeEveryMs = 600_000;

export function createLinksHeard(): LinksHeard {
  const airframesWritten = new LRUCache<string, { atMs: number; identity: string }>({
    max: rememberedMax,
  });
  const flightsWritten = new LRUCache<string, { atMs: number; route: string }>({
    max: rememberedMax,
  });

  function isNews(airframe: AirframeToStore, nowMs: number): boolean {
    const written = airframesWritten.get(airframe.id);
    if (written === undefined || nowMs - written.atMs >= airframeEveryMs) return true;
    return written.identity !== identity(airframe);
  }

  function isDue(flight: FlightToStore, nowMs: number): boolean {
    const written = flightsWritten.get(flight.id);
    if (written === undefined || nowMs - written.atMs >= flightEveryMs) return true;
    return addsRoute(flight, written.route);
  }

  return {
    collect(messages, nowMs) {
      const airframes = new Map<string, AirframeToStore>();
      const flights = new Map<string, FlightToStore>();
      for (const { message, links } of messages) {
        if (message.airframeId !== null) {
          const { airframeId: id, tail } = message;
          airframes.set(id, mergedAirframe(airframes.get(id), { id, icao: links.icao, tail }));
        }
        const flight = flightOf(message, links.flightKey);
        if (flight !== null) flights.set(flight.id, mergedFlight(flights.get(flight.id), flight));
      }
      return {
        airframes: [...airframes.values()].filter((airframe) => isNews(airframe, nowMs)),
        flights: [...flights.values()].filter((flight) => isDue(flight, nowMs)),
      };
    },

    written({ airframes, flights }, nowMs) {
      for (const airframe of airframes) {
        airframesWritten.set(airframe.id, { atMs: nowMs, identity: identity(airframe) });
      }
      for (const flight of flights) {
        flightsWritten.set(flight.id, { atMs: nowMs, route: route(flight) });
      }
    },
  };
}

function flightOf(
  message: MessageToStore["message"],
  flightKey: string | null,
): FlightToStore | null {
  const { flightId, flightNumber } = message;
  // A message linked through its airframe alone names no flight; that row was made by one that did.
  if (flightId === null || flightKey === null || flightNumber === null) return null;
  return {
    id: flightId,
    flightKey,
    flight: flightNumber,
    airframeId: message.airframeId,
    departingAirport: message.departingAirport,
    destinationAirport: message.destinationAirport,
    latitude: message.latitude,
    longitude: message.longitude,
    altitude: message.altitude,
    receivedAt: message.timestamp,
  };
}

function mergedAirframe(
  before: AirframeToStore | undefined,
  now: AirframeToStore,
): AirframeToStore {
  if (before === undefined) return now;
  return { id: now.id, icao: now.icao ?? before.icao, tail: now.tail ?? before.tail };
}

function mergedFlight(before: FlightToStore | undefined, now: FlightToStore): FlightToStore {
  if (before === undefined) return now;
  const position = now.latitude === null ? before : now;
  return {
    ...now,
    airframeId: before.airframeId ?? now.airframeId,
    departingAirport: now.departingAirport ?? before.departingAirport,
    destinationAirport: now.destinationAirport ?? before.destinationAirport,
    latitude: position.latitude,
    longitude: position.longitude,
    altitude: now.altitude ?? before.altitude,
  };
}

function identity({ icao, tail }: AirframeToStore): string {
  return `${icao ?? ""}|${tail ?? ""}`;
}

function route({ departingAirport, destinationAirport }: FlightToStore): string {
  return `${departingAirport ?? ""}|${destinationAirport ?? ""}`;
}

function addsRoute(flight: FlightToStore, written: string): boolean {
  const [departing, destination] = written.split("|");
  return (
    (flight.departingAirport !== null && flight.departingAirport !== departing) ||
    (flight.destinationAirport !== null && flight.destinationAirport !== destination)
  );
}
