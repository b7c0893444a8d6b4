import { listVisibleStations } from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import { parametersOf } from "../http/kept-parameters.ts";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { accountOf, type Viewing } from "../messages/viewing.ts";

/** `GET /v1/stations`: the public listing, newest first. */
export function stationsRoute(read: Read): Route {
  return route(endpoints.listStations, async ({ query, address }, viewing: Viewing) => {
    const { limit, source_type: sourceType, bbox: box, ...filters } = query;
    const page = { ...filters, sourceType, box, limit: limit + 1 };
    const rows = await read((sql) => listVisibleStations(sql, page, accountOf(viewing)));
    const { items, headers } = pageOf(rows, query, address, parametersOf(query));
    return { body: items, headers };
  });
}
