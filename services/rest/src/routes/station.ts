import { changeStation, readVisibleStation, type Sql } from "@jetwire/db";
import { AppError, endpoints, type Station } from "@jetwire/protocol";
import { parametersOf } from "../http/kept-parameters.ts";
import type { ReadMessagePage } from "../messages/message-pages.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";
import type { ViewerOf } from "../messages/visibility.ts";
import { accountOf, type Viewing } from "../messages/viewing.ts";

/** A station by its id: itself, its owner's settings, what it heard. `write` is of the primary. */
export function stationRoutes(
  read: Read,
  write: Read,
  readPage: ReadMessagePage,
  viewerOf: ViewerOf,
): Route[] {
  return [
    route(endpoints.readStation, async ({ params: { id } }, viewing: Viewing) => ({
      body: await read((sql) => requireStation(sql, id, viewing)),
    })),
    route(endpoints.changeStation, async ({ params: { id }, body }, { accountId }: Owner) => ({
      body: await write(async (sql) => {
        const changed = await changeStation(sql, { id, accountId }, body);
        if (changed === null) throw noStation();
        return await requireStation(sql, id, { accountId });
      }),
    })),
    route(
      endpoints.listStationMessages,
      async ({ params: { id }, query, address }, viewing: Viewing) => {
        const viewer = await viewerOf(viewing);
        return await readPage(
          async (sql) => {
            await requireStation(sql, id, viewing);
            return { viewer, stationId: id };
          },
          query,
          address,
          parametersOf(query),
        );
      },
    ),
  ];
}

interface Owner {
  readonly accountId: string;
}

/** @throws AppError `not_found` for a hidden station too, so that nobody learns that it is there. */
export async function requireStation(sql: Sql, id: number, viewing: Viewing): Promise<Station> {
  const station = await readVisibleStation(sql, id, accountOf(viewing));
  if (station === null) throw noStation();
  return station;
}

function noStation(): AppError {
  return new AppError("not_found", "There is no such station");
}
