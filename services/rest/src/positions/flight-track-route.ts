import * as db from "@jetwire/db";
import { endpoints, trackPositionsMax } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import { requireFlight } from "../flights/flight-routes.ts";
import { markPlausible } from "./mark-plausible.ts";

/** `GET /v1/flights/:id/track`: the positions of a flight in order. */
export function flightTrackRoute(read: Read, visibility: Visibility): Route {
  return route(endpoints.readFlightTrack, async ({ params: { id } }, principal) => {
    const viewer = await visibility.of(principal);
    const positions = await read(async (sql) =>
      db.flights.readTrack(sql, await requireFlight(sql, id), trackPositionsMax, viewer),
    );
    return { body: markPlausible(positions) };
  });
}
