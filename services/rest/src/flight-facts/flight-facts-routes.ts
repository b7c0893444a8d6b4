import * as db from "@jetwire/db";
import { airportFlightHours, AppError, endpoints, type FlightFacts } from "@jetwire/protocol";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import { namesOfCallsign } from "./callsign-names.ts";
import type { RouteFinder } from "./route-finder.ts";
import { shownFacts } from "./shown-facts.ts";

const hourMs = 3_600_000;

/** `/v1/routes/:callsign`, the facts of one flight, and those of the flights of an airport. */
export function flightFactsRoutes(
  read: Read,
  { finder, visibility }: { finder: RouteFinder; visibility: Visibility },
  config: Pick<RestConfig, "PUBLIC_ROUTES">,
): Route[] {
  return [
    route(endpoints.readRoute, async ({ params: { callsign }, query: { at, lat, lon } }) => {
      if (!config.PUBLIC_ROUTES) throw new AppError("not_found", "Routes are not public here");
      const position =
        lat === undefined || lon === undefined ? null : { latitude: lat, longitude: lon };
      const time = at === undefined ? new Date() : new Date(at);
      const found = (await finder.find([{ callsign, position }], time, true)).get(callsign);
      if (found === undefined) throw new AppError("not_found", "The route is not known");
      return { body: { ...found, ...(await namesOfCallsign(read, found.callsign)) } };
    }),
    route(endpoints.readFlightFacts, async ({ params: { id } }, principal) => {
      const found = await read(async (sql) => {
        const facts = await db.flightFacts.read(sql, id);
        if (facts === null) return null;
        const codes = airportCodes(facts);
        const known = await db.airports.byCode(sql, codes);
        const ids = evidenceIds(facts);
        const stored = new Set(await db.messages.storedIds(sql, ids));
        return {
          facts,
          airports: codes.map((code) => known.get(code)),
          expiredMessageIds: ids.filter((message) => !stored.has(message)),
        };
      });
      if (found === null)
        throw new AppError("not_found", "No message says anything about this flight");
      const { facts, airports, expiredMessageIds } = found;
      const shown = shownFacts(facts, await visibility.of(principal));
      const known = airports.filter((one) => one !== undefined);
      return { body: { ...shown, airports: known, expiredMessageIds } };
    }),
    route(endpoints.listAirportFlights, async (request) => {
      const { params, query } = request;
      const { since = new Date(Date.now() - airportFlightHours * hourMs).toISOString() } = query;
      const rows = await read(async (sql) => {
        const airport = await db.airports.find(sql, params.code);
        if (airport === null) throw new AppError("not_found", "Airport not found");
        const page = { ...query, since, airport: airport.id, limit: query.limit + 1 };
        return await db.flightFacts.listOfAirport(sql, page);
      });
      return pageOf(rows, request);
    }),
  ];
}

/** Returns the codes of the airports that messages name as an end of the flight. */
function airportCodes({ evidence: { departure = [], destination = [] } }: FlightFacts): string[] {
  return [...new Set([...departure, ...destination].map(({ value }) => value))];
}

/** Returns the messages of the evidence, at most 5 of each of 4 values of a fact. */
function evidenceIds({ evidence }: FlightFacts): string[] {
  const values = Object.values(evidence).flat();
  return [...new Set(values.flatMap(({ messageIds }) => messageIds))];
}
