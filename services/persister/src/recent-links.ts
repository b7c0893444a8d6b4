import type { AirframeToStore, FlightToStore, MessageToStore } from "@jetwire/db";
import { createBoundedMap } from "@jetwire/runtime";

/** The airframes and flights of a batch that have to be written, each once. */
export interface LinksToStore {
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
}

/**
 * Remembers which airframes and flights were written recently, so that one that is received a hundred
 * times a minute is not written as often.
 */
export interface RecentLinks {
  collect(messages: readonly MessageToStore[]): LinksToStore;
  /** Called with what a statement has stored. */
  remember(links: LinksToStore): void;
}

const entriesMax = 50_000;
/** How old a flight's last reception and position may be in Postgres. */
const flightTtlMs = 30_000;
/** How old an airframe's last reception may be in Postgres. */
const airframeTtlMs = 600_000;

export function createRecentLinks(now: () => number): RecentLinks {
  const identities = createBoundedMap<string, string>({ entriesMax, ttlMs: airframeTtlMs, now });
  const routes = createBoundedMap<string, string>({ entriesMax, ttlMs: flightTtlMs, now });

  function isDue(flight: FlightToStore): boolean {
    const written = routes.get(flight.id);
    return written === undefined || addsRoute(flight, written);
  }

  return {
    collect(messages) {
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
        airframes: airframes
          .values()
          .filter((airframe) => identities.get(airframe.id) !== identity(airframe))
          .toArray(),
        flights: flights.values().filter(isDue).toArray(),
      };
    },

    remember({ airframes, flights }) {
      for (const airframe of airframes) identities.set(airframe.id, identity(airframe));
      for (const flight of flights) routes.set(flight.id, route(flight));
    },
  };
}

function flightOf(
  message: MessageToStore["message"],
  flightKey: string | null,
): FlightToStore | null {
  const { flightId, flightNumber } = message;
  // A message that was linked through its airframe names no flight: another one made that row.
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
