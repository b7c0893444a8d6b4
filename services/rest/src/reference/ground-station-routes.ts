import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import { type Route, route } from "../route.ts";

/** `/v1/ground-stations`: the list, and one ground station by its id. */
export function groundStationRoutes(read: Read): Route[] {
  return [
    route(endpoints.listGroundStations, async (request) => {
      const { limit, active_within: activeWithin, bbox: box, ...filters } = request.query;
      const page = { ...filters, activeWithin, box, limit: limit + 1 };
      return pageOf(await read((sql) => db.groundStations.list(sql, page)), request);
    }),
    route(endpoints.readGroundStation, async ({ params: { id } }, principal) => {
      const found = await read((sql) => db.groundStations.read(sql, id, principal.accountId));
      if (found === null) throw new AppError("not_found", "Ground station not found");
      return { body: found };
    }),
  ];
}
