import * as db from "@jetwire/db";
import type { FlightKeys } from "@jetwire/db";
import type { Airport, FlightFacts, FlightRoute, UsualRoute } from "@jetwire/protocol";
import { isNearRoute, type Position, surestFirst } from "@jetwire/reference";
import type { Read } from "../database-reader.ts";
import type { Visibility } from "../messages/visibility.ts";
import { shownFacts } from "./shown-facts.ts";

/** A callsign to find the route of, and where the aircraft is. */
export interface CallsignAsked {
  readonly callsign: string;
  readonly position: Position | null;
}

/** Holds what is known of a callsign; `facts` or a usual route at least. */
export type RouteFound = Omit<FlightRoute, "callsignIata" | "airline">;

/** A text of another form is no callsign, and may have characters that Postgres refuses. */
const callsignForm = /^[A-Za-z0-9-]{1,16}$/;

export type RouteFinder = ReturnType<typeof createRouteFinder>;

/** Finds routes of callsigns: from the messages of the flight, else as flights of the callsign usually went. */
export function createRouteFinder(read: Read, flightKeys: FlightKeys, visibility: Visibility) {
  return {
    /** Returns what is known, by callsign as given, without evidence if it is not wanted. Callsigns of which nothing is known are left out. */
    async find(
      asked: readonly CallsignAsked[],
      at: Date,
      withEvidence = false,
    ): Promise<Map<string, RouteFound>> {
      const keys = new Map<string, readonly string[]>();
      for (const { callsign } of asked) {
        const names = callsignForm.test(callsign) ? await flightKeys.spellings(callsign) : [];
        keys.set(callsign, names);
      }
      const all = [...new Set([...keys.values()].flat())];
      if (all.length === 0) return new Map();
      const { facts, usual, airports } = await read(async (sql) => {
        const [known, learnt] = await Promise.all([
          db.flightFacts.flyingAt(sql, all, { at: at.toISOString(), withEvidence }),
          db.flightFacts.listUsual(sql, all),
        ]);
        const ends = [...known, ...learnt].flatMap(({ departure, destination }) => [
          departure,
          destination,
        ]);
        const codes = ends.filter((code) => code !== null);
        return { facts: known, usual: learnt, airports: await db.airports.byCode(sql, codes) };
      });
      const viewer = await visibility.of({ accountId: null });
      const found = new Map<string, RouteFound>();
      for (const { callsign, position } of asked) {
        const names = keys.get(callsign) ?? [];
        const flight = names
          .map((name) => facts.find((one) => one.callsign === name))
          .find(isKnown);
        const routes = usual.filter((one) => names.includes(one.callsign));
        if (flight === undefined && routes.length === 0) continue;
        const shown = flight === undefined ? null : shownFacts(flight, viewer);
        const known = { facts: shown, usual: surestFirst(routes, at) };
        found.set(callsign, routeOf(names[0] ?? callsign, known, { airports, position }));
      }
      return found;
    },
  };
}

/**
 * Joins what messages of the flight say with what its callsign usually flies. An end that no message names is that of the
 * surest usual route with the end that they name.
 */
function routeOf(
  callsign: string,
  { facts, usual }: { facts: FlightFacts | null; usual: readonly UsualRoute[] },
  { airports, position }: { airports: ReadonlyMap<string, Airport>; position: Position | null },
): RouteFound {
  const named = { departure: facts?.departure ?? null, destination: facts?.destination ?? null };
  const fitting = usual.find(
    (route) =>
      (named.departure === null || named.departure === route.departure) &&
      (named.destination === null || named.destination === route.destination),
  );
  const [departure, destination] = (["departure", "destination"] as const).map((end) => {
    const code = named[end] ?? fitting?.[end];
    if (code === undefined) return null;
    const isFact = named[end] !== null;
    const sure = isFact
      ? (facts?.evidence[end]?.[0]?.sure ?? facts?.sure ?? 0)
      : (fitting?.sure ?? 0);
    return {
      code,
      airport: airports.get(code) ?? null,
      by: isFact ? "facts" : "usual",
      sure,
    } as const;
  });
  const [from, to] = [departure?.airport ?? null, destination?.airport ?? null];
  return {
    callsign,
    departure: departure ?? null,
    destination: destination ?? null,
    sure: departure && destination ? Math.min(departure.sure, destination.sure) : null,
    plausible: position && from && to ? isNearRoute(position, from, to) : null,
    facts,
    usual: [...usual],
  };
}

function isKnown<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}
