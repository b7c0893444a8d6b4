import * as db from "@jetwire/db";
import type { AirframeToStore, FlightChange, FlightToStore, MessageToStore } from "@jetwire/db";
import { createBoundedMap } from "@jetwire/runtime";
import { factsOf } from "./flight-change.ts";

/** The airframes and flights of a batch that have to be written, each once. */
interface LinksToStore {
  readonly airframes: readonly AirframeToStore[];
  readonly flights: readonly FlightToStore[];
  /** Flights of which messages say something. */
  readonly changes: readonly FlightChange[];
}

/** Links with what the messages say of each flight, to be remembered. */
interface CollectedLinks extends LinksToStore {
  readonly said: ReadonlyMap<string, ReadonlySet<string>>;
}

interface KnownFacts {
  readonly said: ReadonlySet<string>;
  /** Whether it was noted that something of it was said again. */
  isRepeated: boolean;
}

const entriesMax = 50_000;
/** How old a flight's last reception may be in Postgres, and the times at which its airports were named. */
const flightTtlMs = 30_000;
/** How long what was said of a flight is no news. */
const factsTtlMs = 600_000;
/** Values of one flight that are news: each has all its messages read again, and no real flight has as many. */
const factsMax = 64;
/** How old an airframe's last reception may be in Postgres. */
const airframeTtlMs = 600_000;

/**
 * Remembers which airframes and flights were written recently, so that one that is received a hundred
 * times a minute is not written as often.
 */
export function createRecentLinks(now: () => number) {
  const identities = createBoundedMap<string, string>({ entriesMax, ttlMs: airframeTtlMs, now });
  const reports = createBoundedMap<string, FlightToStore>({ entriesMax, ttlMs: flightTtlMs, now });
  const facts = createBoundedMap<string, KnownFacts>({ entriesMax, ttlMs: factsTtlMs, now });

  /** Returns the change of a flight; null if what its messages say was noted before, and that it is said again, too. */
  function changeOf(flightId: string, said: ReadonlySet<string>): FlightChange | null {
    const known = facts.get(flightId);
    const isNew =
      known === undefined ||
      (known.said.size < factsMax && [...said].some((one) => !known.said.has(one)));
    return isNew || !known.isRepeated ? { flightId, isNew } : null;
  }

  function isDue(flight: FlightToStore): boolean {
    const written = reports.get(flight.id);
    return written === undefined || db.messageStore.addsReport(flight, written);
  }

  return {
    collect(messages: readonly MessageToStore[]): CollectedLinks {
      const airframes = new Map<string, AirframeToStore>();
      const flights = new Map<string, FlightToStore>();
      const said = new Map<string, Set<string>>();
      for (const { message, links } of messages) {
        const { flightId } = message;
        const found = flightId === null ? [] : factsOf(message);
        if (flightId !== null && found.length > 0) {
          said.set(flightId, new Set([...(said.get(flightId) ?? []), ...found]));
        }
        if (message.airframeId !== null) {
          const { airframeId: id, tail } = message;
          airframes.set(id, mergedAirframe(airframes.get(id), { id, icao: links.icao, tail }));
        }
        const flight = db.messageStore.reportedFlight(message, links.flightKey);
        if (flight !== null)
          flights.set(flight.id, db.messageStore.mergedFlight(flights.get(flight.id), flight));
      }
      return {
        airframes: airframes
          .values()
          .filter((airframe) => identities.get(airframe.id) !== identity(airframe))
          .toArray(),
        flights: flights.values().filter(isDue).toArray(),
        changes: [...said].map((one) => changeOf(...one)).filter((change) => change !== null),
        said,
      };
    },

    /** Called with what a statement has stored. */
    remember({ airframes, flights, changes, said }: CollectedLinks): void {
      for (const airframe of airframes) identities.set(airframe.id, identity(airframe));
      for (const flight of flights) reports.set(flight.id, flight);
      for (const { flightId, isNew } of changes) {
        const known = facts.get(flightId);
        const values = new Set([...(known?.said ?? []), ...(said.get(flightId) ?? [])]);
        if (isNew) facts.set(flightId, { said: values, isRepeated: false });
        else if (known !== undefined) known.isRepeated = true;
      }
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
