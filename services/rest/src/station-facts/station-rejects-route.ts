import * as db from "@jetwire/db";
import { endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { requireOwnStation } from "../stations/station-key-routes.ts";

/** `/v1/stations/:id/rejects`: what ingest refused of a station, for its owner. */
export function stationRejectsRoute(read: Read): Route {
  return route(endpoints.listStationRejects, async ({ params: { id } }, { accountId }) => ({
    body: await read(async (sql) => {
      await requireOwnStation(sql, id, accountId);
      return await db.stationRejects.list(sql, id);
    }),
  }));
}
