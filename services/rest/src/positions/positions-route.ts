import * as db from "@jetwire/db";
import { endpoints, messageIdFloor, positionMinutesDefault } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { FilterReader } from "../messages/message-filter.ts";
import { type Route, route } from "../route.ts";

/** `GET /v1/positions`: the newest position of each airframe. */
export function positionsRoute(read: Read, filters: FilterReader): Route {
  return route(endpoints.listPositions, async ({ query }, principal) => {
    const { limit, since, ...given } = query;
    const filter = await filters.of(given, principal);
    const sinceMs =
      since === undefined ? Date.now() - positionMinutesDefault * 60_000 : Date.parse(since);
    const body = await read((sql) =>
      // A position belongs to an airframe, so an address selects by the airframe alone.
      db.positions.list(
        sql,
        { ...filter, unlinkedIcao: undefined, sinceId: messageIdFloor(sinceMs) },
        limit,
      ),
    );
    return { body, headers: { "X-Result-Count": String(body.length) } };
  });
}
