import {
  airframesById,
  type FlightFound,
  flightPositions,
  messagesOfFlight,
  readFlight,
  type Sql,
} from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import { parametersOf } from "../http/kept-parameters.ts";
import type { ReadMessagePage } from "../messages/message-pages.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import { groundTrack } from "../ground-track.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import type { Viewing } from "../messages/viewing.ts";

const positionsMax = 100;

/** A flight by its id: itself with its airframe and latest positions, its messages. */
export function flightRoutes(read: Read, readPage: ReadMessagePage, viewerOf: ViewerOf): Route[] {
  return [
    route(endpoints.readFlight, async ({ params: { id } }, viewing: Viewing) => {
      const viewer = await viewerOf(viewing);
      const body = await read(async (sql) => {
        const found = await requireFlight(sql, id);
        const { airframeId } = found.flight;
        const airframes = airframeId === null ? null : await airframesById(sql, [airframeId]);
        const positions = await flightPositions(sql, found, positionsMax, viewer);
        const airframe = airframes?.get(airframeId ?? "") ?? null;
        return { ...found.flight, track: groundTrack(positions), airframe, positions };
      });
      return { body };
    }),
    route(
      endpoints.listFlightMessages,
      async ({ params: { id }, query, address }, viewing: Viewing) => {
        const viewer = await viewerOf(viewing);
        return await readPage(
          async (sql) => messagesOfFlight(await requireFlight(sql, id), viewer),
          query,
          address,
          parametersOf(query),
        );
      },
    ),
  ];
}

async function requireFlight(sql: Sql, id: string): Promise<FlightFound> {
  const found = await readFlight(sql, id);
  if (found === null) throw new AppError("not_found", "There is no such flight");
  return found;
}
