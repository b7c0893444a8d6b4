import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";

const notMeasured = "The chores service has not measured the storage yet: see `jetwire chores`";

/** `/v1/operator/storage`: what chores has measured last. */
export function storageRoutes(write: Read): Route[] {
  return [
    route(endpoints.readStorage, async () => {
      const body = await write(db.storage.readReport);
      if (body === null) throw new AppError("not_found", notMeasured);
      return { body };
    }),
  ];
}
