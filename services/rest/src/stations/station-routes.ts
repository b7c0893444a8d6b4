import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AppError, endpoints, provingDays, provingHours, type Station } from "@jetwire/protocol";
import type { StationChanges } from "../admission/station-changes.ts";
import type { Read } from "../database-reader.ts";
import { pageOf } from "../http/page-links.ts";
import type { MessagePages } from "../messages/message-pages.ts";
import type { Visibility } from "../messages/visibility.ts";
import { type Route, route } from "../route.ts";
import { createListedRates } from "../station-facts/listed-rates.ts";

/** Reads and changes stations. */
export interface StationAccessors {
  readonly read: Read;
  /** Writes to the primary. */
  readonly write: Read;
  readonly changes: StationChanges;
}

/** `/v1/stations`: the public list, newest first, and one station by its id. */
export function stationRoutes(
  { read, write, changes }: StationAccessors,
  pages: MessagePages,
  visibility: Visibility,
): Route[] {
  const addRates = createListedRates(read);
  return [
    route(endpoints.listStations, async (request, principal) => {
      const { limit, source_type: sourceType, bbox: box, include, ...filters } = request.query;
      const page = { ...filters, sourceType, box, limit: limit + 1 };
      const stations = await read((sql) => db.stations.listVisible(sql, page, principal.accountId));
      return pageOf(include === "rates" ? await addRates(stations) : stations, request);
    }),
    route(endpoints.readStation, async ({ params: { id } }, principal) => ({
      body: await read((sql) => requireStation(sql, id, principal.accountId)),
    })),
    route(endpoints.changeStation, async ({ params: { id }, body }, { accountId }) => {
      const station = await write(async (sql) => {
        if (body.keyPolicy === "required") {
          await requireProof(sql, { id, accountId }, "have the key policy required");
          await requireKey(sql, id);
        }
        const actor = { kind: "account", id: accountId } as const;
        const changed = await db.stations.change(sql, { id, accountId }, body, actor);
        if (changed === null) throw stationNotFound();
        return await requireStation(sql, id, accountId);
      });
      if (body.keyPolicy !== undefined) changes.stationChanged(id);
      return { body: station };
    }),
    route(endpoints.listStationMessages, async (request, principal) => {
      const { id } = request.params;
      const viewer = await visibility.of(principal);
      await read((sql) => requireStation(sql, id, viewer.accountId));
      return await pages.read(request, { viewer, stationIds: [id] });
    }),
  ];
}

/**
 * Reads a station that an account (null for everybody) may see.
 *
 * @throws AppError `not_found`, also for a hidden station: its existence is not disclosed
 */
export async function requireStation(
  sql: Sql,
  id: number,
  accountId: string | null,
): Promise<Station> {
  const station = await db.stations.readVisible(sql, id, accountId);
  if (station === null) throw stationNotFound();
  return station;
}

/**
 * Refuses what shuts others out of a station while its owner has it provisionally: a network that sent first
 * may be that of a stranger.
 *
 * @param what what is refused: `The station cannot …`
 * @throws AppError `forbidden` if the account owns the station and has not proven it
 */
export async function requireProof(
  sql: Sql,
  { id, accountId }: { readonly id: number; readonly accountId: string },
  what: string,
): Promise<void> {
  const station = await db.stations.readVisible(sql, id, accountId);
  if (station?.settings?.proven !== false) return;
  const needed = `Messages in ${provingHours} hours on ${provingDays} days from your network, or the operator`;
  throw new AppError(
    "forbidden",
    `The station cannot ${what} yet: your claim is provisional. ${needed} prove it`,
  );
}

/** @throws AppError `invalid_request` if the station has no key: all of its messages would be refused */
async function requireKey(sql: Sql, id: number): Promise<void> {
  if ((await db.stationKeys.list(sql, id)).length > 0) return;
  const errors = [{ field: "keyPolicy", message: "requires a station key: issue one first" }];
  throw new AppError("invalid_request", "Invalid body members: keyPolicy", { errors });
}

function stationNotFound(): AppError {
  return new AppError("not_found", "Station not found");
}
