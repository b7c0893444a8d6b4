import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { RestConfig } from "../config.ts";
import type { Read } from "../database-reader.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import type { RouteFinder } from "./route-finder.ts";
import { shownFacts } from "./shown-facts.ts";

/** `/v1/routes/:callsign`, and the facts of one flight. */
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
      const code = /^[A-Z]{3}(?=[0-9])/.exec(found.callsign)?.[0];
      const airline = code === undefined ? null : await read((sql) => db.airlines.find(sql, code));
      const callsignIata = airline?.iata ? airline.iata + found.callsign.slice(3) : null;
      return { body: { ...found, callsignIata, airline } };
    }),
    route(endpoints.readFlightFacts, async ({ params: { id } }, principal) => {
      const facts = await read((sql) => db.flightFacts.read(sql, id));
      if (facts === null)
        throw new AppError("not_found", "No message says anything about this flight");
      return { body: shownFacts(facts, await visibility.of(principal)) };
    }),
  ];
}
