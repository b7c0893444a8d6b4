import * as db from "@jetwire/db";
import type { FlightKeys } from "@jetwire/db";
import { type Airline, airlineDays, AppError, endpoints, fleetDays } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import type { MessagePages } from "../messages/message-pages.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import { titled } from "../statistics/tally-titles.ts";

const dayMs = 86_400_000;
const namesMax = 20;

/** `/v1/airlines/:code/…`: flights, messages, airframes and statistics of an airline. */
export function airlineRoutes(
  read: Read,
  flightKeys: FlightKeys,
  pages: MessagePages,
  visibility: Visibility,
): Route[] {
  return [
    route(endpoints.listAirlineFlights, async (request) => {
      const { params, query } = request;
      const airlines = await codesOf(params.code);
      const page = { ...query, airlines, limit: query.limit + 1 };
      return pageOf(await read((sql) => db.flights.list(sql, page)), request);
    }),
    route(endpoints.listAirlineMessages, async (request, principal) => {
      const airlines = await codesOf(request.params.code);
      return await pages.read(request, { viewer: await visibility.of(principal), airlines });
    }),
    route(endpoints.listAirlineAirframes, async (request) => {
      const { params, query } = request;
      const airlines = await codesOf(params.code);
      const since = new Date(Date.now() - fleetDays * dayMs);
      const page = { ...query, airlines, since, limit: query.limit + 1 };
      return pageOf(await read((sql) => db.airframes.listFleet(sql, page)), request);
    }),
    route(endpoints.readAirlineStats, async ({ params: { code } }) => {
      const codes = await codesOf(code);
      const nowMs = Date.now();
      const since = new Date(nowMs - airlineDays * dayMs).toISOString();
      const [labels, types] = await read((sql) =>
        Promise.all([
          db.tallies.readForAirlines(sql, codes, { kind: "label", since, namesMax }),
          db.tallies.readForAirlines(sql, codes, { kind: "type", since, namesMax }),
        ]),
      );
      return {
        body: {
          since,
          until: new Date(nowMs).toISOString(),
          messages: types.reduce((sum, { messages }) => sum + messages, 0),
          labels: await titled(read, "label", labels),
          sourceTypes: await titled(read, "type", types),
        },
      };
    }),
  ];

  /** @throws AppError `not_found` if no airline has the code */
  async function codesOf(code: string): Promise<string[]> {
    const airline: Airline | null = await read((sql) => db.airlines.find(sql, code));
    if (airline === null) throw new AppError("not_found", "Airline not found");
    return await flightKeys.airlineCodes(airline.icao);
  }
}
