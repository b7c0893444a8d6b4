import { listVisibleStations } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { pageOf } from "../page-links.ts";
import type { Read } from "../reader.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/stations`: the public listing, newest first. */
export function stationsRoute(read: Read): Route {
  return route(endpoints.listStations, async ({ query, address }) => {
    const { limit, before, after } = query;
    const rows = await read((sql) => listVisibleStations(sql, { limit: limit + 1, before, after }));
    const { items, headers } = pageOf(rows, query, address);
    return { body: items, headers };
  });
}
