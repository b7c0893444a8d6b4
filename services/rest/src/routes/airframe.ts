import { type AirframeName, findAirframes, listFlights, type Sql } from "@jetwire/db";
import { type Airframe, AppError, endpoints } from "@jetwire/protocol";
import { parametersOf } from "../http/kept-parameters.ts";
import type { ReadMessagePage } from "../messages/message-pages.ts";
import { pageOf } from "../http/page-links.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import type { Viewing } from "../messages/viewing.ts";

/** An airframe by its address, tail or id: itself, its messages, its flights. */
export function airframeRoutes(read: Read, readPage: ReadMessagePage, viewerOf: ViewerOf): Route[] {
  return [
    route(endpoints.readAirframe, async ({ params: { icao } }) => {
      const [airframe] = await read((sql) => requireAirframes(sql, icao));
      return { body: airframe };
    }),
    route(
      endpoints.listAirframeMessages,
      async ({ params: { icao }, query, address }, viewing: Viewing) => {
        const viewer = await viewerOf(viewing);
        return await readPage(
          async (sql) => ({ viewer, airframeIds: idsOf(await requireAirframes(sql, icao)) }),
          query,
          address,
          parametersOf(query),
        );
      },
    ),
    route(endpoints.listAirframeFlights, async ({ params: { icao }, query, address }) => {
      const rows = await read(async (sql) => {
        const airframeIds = idsOf(await requireAirframes(sql, icao));
        return await listFlights(sql, { ...query, airframeIds, limit: query.limit + 1 });
      });
      const { items, headers } = pageOf(rows, query, address, parametersOf(query));
      return { body: items, headers };
    }),
  ];
}

type Found = readonly [Airframe, ...Airframe[]];

async function requireAirframes(sql: Sql, name: AirframeName): Promise<Found> {
  const [first, ...others] = await findAirframes(sql, name);
  if (first === undefined) throw new AppError("not_found", "There is no such airframe");
  return [first, ...others];
}

function idsOf(airframes: Found): string[] {
  return airframes.map(({ id }) => id);
}
