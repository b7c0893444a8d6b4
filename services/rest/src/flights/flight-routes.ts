import * as db from "@jetwire/db";
import type { FlightFound, FlightKeys, Sql } from "@jetwire/db";
import { AppError, endpoints, type FlightQuery } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import type { MessagePages } from "../messages/message-pages.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";

const positionsMax = 100;

/** `/v1/flights`: the list, latest first, and one flight by its id. */
export function flightRoutes(
  read: Read,
  flightKeys: FlightKeys,
  pages: MessagePages,
  visibility: Visibility,
): Route[] {
  return [
    route(endpoints.listFlights, async (request) => {
      const { query } = request;
      const { flight, departing, destination, airline, bbox, limit } = query;
      const keys = flight === undefined ? undefined : await flightKeys.of(flight);
      const airlines = airline === undefined ? undefined : await flightKeys.airlineCodes(airline);
      const rows = await read(async (sql) => {
        const airframeIds = await airframeIdsOf(sql, query);
        return await db.flights.list(sql, {
          ...query,
          flightKeys: keys,
          airframeIds,
          airlines,
          box: bbox,
          departing: await spellingsOf(sql, departing),
          destination: await spellingsOf(sql, destination),
          limit: limit + 1,
        });
      });
      return pageOf(rows, request);
    }),
    route(endpoints.readFlight, async ({ params: { id } }, principal) => {
      const viewer = await visibility.of(principal);
      const body = await read(async (sql) => {
        const found = await requireFlight(sql, id);
        const { airframeId } = found.flight;
        const airframes = airframeId === null ? null : await db.airframes.byId(sql, [airframeId]);
        const positions = await db.flights.listPositions(sql, found, positionsMax, viewer);
        const airframe = airframes?.get(airframeId ?? "") ?? null;
        return { ...found.flight, airframe, positions };
      });
      return { body };
    }),
    route(endpoints.listFlightMessages, async (request, principal) => {
      const viewer = await visibility.of(principal);
      const flight = await read((sql) => requireFlight(sql, request.params.id));
      return await pages.read(request, db.flights.messageFilterOf(flight, viewer));
    }),
  ];
}

async function airframeIdsOf(sql: Sql, query: FlightQuery): Promise<string[] | undefined> {
  const { airframe, icao, tail } = query;
  if (airframe !== undefined) return [airframe];
  const name = icao ?? tail;
  if (name === undefined) return undefined;
  return (await db.airframes.find(sql, { name })).map(({ id }) => id);
}

async function spellingsOf(sql: Sql, airport: string | undefined): Promise<string[] | undefined> {
  return airport === undefined ? undefined : await db.airports.spellings(sql, airport);
}

/** @throws AppError `not_found` */
export async function requireFlight(sql: Sql, id: string): Promise<FlightFound> {
  const found = await db.flights.read(sql, id);
  if (found === null) throw new AppError("not_found", "Flight not found");
  return found;
}
