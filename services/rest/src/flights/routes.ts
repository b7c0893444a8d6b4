import { airframeRoutes } from "../airframes/airframe-routes.ts";
import { airlineRoutes } from "../airlines/airline-routes.ts";
import type { Read } from "../database-reader.ts";
import { lookupRoute } from "../lookup/lookup-route.ts";
import type { MessageReading } from "../messages/message-reading.ts";
import { flightTrackRoute } from "../positions/flight-track-route.ts";
import { positionsRoute } from "../positions/positions-route.ts";
import { groundStationRoutes } from "../reference/ground-station-routes.ts";
import { hfRoutes } from "../reference/hf-routes.ts";
import { vdlRoutes } from "../reference/vdl-routes.ts";
import { referenceDataRoutes } from "../reference/reference-data-routes.ts";
import type { RestConfig } from "../config.ts";
import { flightFactsRoutes } from "../flight-facts/flight-facts-routes.ts";
import { routeFileRoutes } from "../flight-facts/route-files.ts";
import type { RouteFinder } from "../flight-facts/route-finder.ts";
import type { Route } from "../route.ts";
import { flightRoutes } from "./flight-routes.ts";

/** Airframes, flights and where they are, airlines, ground stations, and the look-up of any of them. */
export function flightTopic(
  read: Read,
  reading: MessageReading,
  finder: RouteFinder,
  config: RestConfig,
): Route[] {
  const { filters, flightKeys, finder: messageFinder, pages, visibility } = reading;
  return [
    ...airframeRoutes(read, pages, visibility),
    ...flightRoutes(read, flightKeys, pages, visibility),
    flightTrackRoute(read, visibility),
    positionsRoute(read, filters),
    lookupRoute(read, flightKeys, messageFinder),
    ...referenceDataRoutes(read),
    ...airlineRoutes(read, flightKeys, pages, visibility),
    ...flightFactsRoutes(read, { finder, visibility }, config),
    ...routeFileRoutes(read, config),
    ...groundStationRoutes(read),
    ...hfRoutes(read),
    ...vdlRoutes(read),
  ];
}
