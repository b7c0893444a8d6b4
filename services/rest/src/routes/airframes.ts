import { listAirframes } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { parametersOf } from "../http/kept-parameters.ts";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/airframes`: airframes that were heard or are in a register. */
export function airframesRoute(read: Read): Route {
  return route(endpoints.listAirframes, async ({ query, address }) => {
    const rows = await read((sql) => listAirframes(sql, { ...query, limit: query.limit + 1 }));
    const { items, headers } = pageOf(rows, query, address, parametersOf(query));
    return { body: items, headers };
  });
}
