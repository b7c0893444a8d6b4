import * as db from "@jetwire/db";
import type { AirframeName, Sql } from "@jetwire/db";
import { type Airframe, AppError, endpoints } from "@jetwire/protocol";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import type { MessagePages } from "../messages/message-pages.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";

/** `/v1/airframes`: the list, and one airframe by its address, tail or id. */
export function airframeRoutes(read: Read, pages: MessagePages, visibility: Visibility): Route[] {
  return [
    route(endpoints.listAirframes, async (request) => {
      const { query } = request;
      const rows = await read((sql) =>
        db.airframes.list(sql, { ...query, limit: query.limit + 1 }),
      );
      return pageOf(rows, request);
    }),
    route(endpoints.readAirframe, async ({ params: { icao } }) => {
      const body = await read(async (sql) => {
        const [airframe] = await requireAirframes(sql, icao);
        return { ...airframe, ...(await db.airframes.listTails(sql, airframe)) };
      });
      return { body };
    }),
    route(endpoints.listAirframeMessages, async (request, principal) => {
      const viewer = await visibility.of(principal);
      const airframes = await read((sql) => requireAirframes(sql, request.params.icao));
      return await pages.read(request, { viewer, airframeIds: idsOf(airframes) });
    }),
    route(endpoints.listAirframeFlights, async (request) => {
      const { params, query } = request;
      const rows = await read(async (sql) => {
        const airframeIds = idsOf(await requireAirframes(sql, params.icao));
        return await db.flights.list(sql, { ...query, airframeIds, limit: query.limit + 1 });
      });
      return pageOf(rows, request);
    }),
  ];
}

type Airframes = readonly [Airframe, ...Airframe[]];

/** A 24-bit address or a tail may belong to several airframes. */
async function requireAirframes(sql: Sql, name: AirframeName): Promise<Airframes> {
  const [first, ...others] = await db.airframes.find(sql, name);
  if (first === undefined) throw new AppError("not_found", "Airframe not found");
  return [first, ...others];
}

function idsOf(airframes: Airframes): string[] {
  return airframes.map(({ id }) => id);
}
