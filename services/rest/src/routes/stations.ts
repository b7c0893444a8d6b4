import { listVisibleStations } from "@jetwire/db";
import { StationQuery } from "@jetwire/protocol";
import { pageOf } from "../page-links.ts";
import type { Read } from "../reader.ts";
import { parseQuery, type Route } from "../route.ts";

/** `GET /v1/stations`: the public listing, newest first. */
export function stationsRoute(read: Read): Route {
  return {
    path: "/v1/stations",
    open: false,
    async answer({ query, address }) {
      const asked = parseQuery(StationQuery, query);
      const { limit, before, after } = asked;
      const rows = await read((sql) =>
        listVisibleStations(sql, { limit: limit + 1, before, after }),
      );
      const { items, headers } = pageOf(rows, asked, address);
      return { body: items, headers };
    },
  };
}
