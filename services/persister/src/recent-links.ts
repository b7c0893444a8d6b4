import type { AirframeToStore, FlightToStore, MessageToStore } from "@jetwire/db";
import { createBoundedMap } from "@jetwire/runtime";
import { addsReport, mergedFlight, reportedFlight } from "./reported-flight.ts";

/** The airframes and flights of a batch that have to be written, each once. */
export interface LinksToStore {
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
}

const entriesMax = 50_000;
/** How old a flight's last reception may be in Postgres, and the times at which its airports were named. */
const flightTtlMs = 30_000;
/** How old an airframe's last reception may be in Postgres. */
const airframeTtlMs = 600_000;

/**
 * Remembers which airframes and flights were written recently, so that one that is received a hundred
 * times a minute is not written as often.
 */
export function createRecentLinks(now: () => number) {
  const identities = createBoundedMap<string, string>({ entriesMax, ttlMs: airframeTtlMs, now });
  const reports = createBoundedMap<string, FlightToStore>({ entriesMax, ttlMs: flightTtlMs, now });

  function isDue(flight: FlightToStore): boolean {
    const written = reports.get(flight.id);
    return written === undefined || addsReport(flight, written);
  }

  return {
    collect(messages: readonly MessageToStore[]): LinksToStore {
      const airframes = new Map<string, AirframeToStore>();
      const flights = new Map<string, FlightToStore>();
      for (const { message, links } of messages) {
        if (message.airframeId !== null) {
          const { airframeId: id, tail } = message;
          airframes.set(id, mergedAirframe(airframes.get(id), { id, icao: links.icao, tail }));
        }
        const flight = reportedFlight(message, links.flightKey);
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

    /** Called with what a statement has stored. */
    remember({ airframes, flights }: LinksToStore): void {
      for (const airframe of airframes) identities.set(airframe.id, identity(airframe));
      for (const flight of flights) reports.set(flight.id, flight);
    },
  };
}

function mergedAirframe(
  before: AirframeToStore | undefined,
  now: AirframeToStore,
): AirframeToStore {
  if (before === undefined) return now;
  return { id: now.id, icao: now.icao ?? before.icao, tail: now.tail ?? before.tail };
}

function identity({ icao, tail }: AirframeToStore): string {
  return `${icao ?? ""}|${tail ?? ""}`;
}
