import { airframeRoutes } from "../airframes/airframe-routes.ts";
import { airlineRoutes } from "../airlines/airline-routes.ts";
import type { Read } from "../database-reader.ts";
import { lookupRoute } from "../lookup/lookup-route.ts";
import type { MessageReading } from "../messages/message-reading.ts";
import { flightTrackRoute } from "../positions/flight-track-route.ts";
import { positionsRoute } from "../positions/positions-route.ts";
import { groundStationRoutes } from "../reference/ground-station-routes.ts";
import { referenceDataRoutes } from "../reference/reference-data-routes.ts";
import type { Route } from "../route.ts";
import { flightRoutes } from "./flight-routes.ts";

/** Airframes, flights and where they are, airlines, ground stations, and the look-up of any of them. */
export function flightTopic(read: Read, reading: MessageReading): Route[] {
  const { filters, flightKeys, finder, pages, visibility } = reading;
  return [
    ...airframeRoutes(read, pages, visibility),
    ...flightRoutes(read, flightKeys, pages, visibility),
    flightTrackRoute(read, visibility),
    positionsRoute(read, filters),
    lookupRoute(read, flightKeys, finder),
    ...referenceDataRoutes(read),
    ...airlineRoutes(read, flightKeys, pages, visibility),
    ...groundStationRoutes(read),
  ];
}
