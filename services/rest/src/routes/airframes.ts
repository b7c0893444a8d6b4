import { listAirframes } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { keptParameters } from "../kept-parameters.ts";
import { pageOf } from "../page-links.ts";
import type { Read } from "../reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/airframes`: airframes that were heard or are in a register. */
export function airframesRoute(read: Read): Route {
  return route(endpoints.listAirframes, async ({ query, address }) => {
    const rows = await read((sql) => listAirframes(sql, { ...query, limit: query.limit + 1 }));
    const { items, headers } = pageOf(rows, query, address, keptParameters(query));
    return { body: items, headers };
  });
}
