import { findAirframes, listFlights, type Sql } from "@jetwire/db";
import { endpoints, type FlightQuery } from "@jetwire/protocol";
import type { Airlines } from "../messages/airline-codes.ts";
import { requireFlightKeys } from "../messages/flight-keys.ts";
import { parametersOf } from "../http/kept-parameters.ts";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/flights`: flights, those first heard latest first. */
export function flightsRoute(read: Read, airlines: () => Promise<Airlines>): Route {
  return route(endpoints.listFlights, async ({ query, address }) => {
    const { flight, limit } = query;
    const flightKeys =
      flight === undefined ? undefined : requireFlightKeys(flight, await airlines());
    const rows = await read(async (sql) => {
      const airframeIds = await airframesOf(sql, query);
      return await listFlights(sql, { ...query, flightKeys, airframeIds, limit: limit + 1 });
    });
    const { items, headers } = pageOf(rows, query, address, parametersOf(query));
    return { body: items, headers };
  });
}

async function airframesOf(sql: Sql, query: FlightQuery): Promise<string[] | undefined> {
  const { airframe, icao, tail } = query;
  if (airframe !== undefined) return [airframe];
  const name = icao ?? tail;
  if (name === undefined) return undefined;
  return (await findAirframes(sql, { name })).map(({ id }) => id);
}
