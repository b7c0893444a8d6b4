import * as db from "@jetwire/db";
import { AppError, endpoints, labelMeanings } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import { type Route, route } from "../route.ts";

/** `/v1/labels`, and `/v1/airlines` and `/v1/airports`: lists with a search by name, and one by its code. */
export function referenceDataRoutes(read: Read): Route[] {
  return [
    route(endpoints.listLabels, () => Promise.resolve({ body: [...labelMeanings] })),
    route(endpoints.listAirlines, async (request) => {
      const { query } = request;
      const rows = await read((sql) => db.airlines.list(sql, { ...query, limit: query.limit + 1 }));
      return pageOf(rows, request);
    }),
    route(endpoints.readAirline, async ({ params: { code } }) => {
      const body = await read((sql) => db.airlines.find(sql, code));
      if (body === null) throw new AppError("not_found", "Airline not found");
      return { body };
    }),
    route(endpoints.listAirports, async (request) => {
      const { query } = request;
      const rows = await read((sql) => db.airports.list(sql, { ...query, limit: query.limit + 1 }));
      return pageOf(rows, request);
    }),
    route(endpoints.readAirport, async ({ params: { code } }) => {
      const body = await read((sql) => db.airports.find(sql, code));
      if (body === null) throw new AppError("not_found", "Airport not found");
      return { body };
    }),
  ];
}
