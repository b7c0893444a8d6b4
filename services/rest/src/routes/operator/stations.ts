import * as db from "@jetwire/db";
import type { StationWithOwner as StoredStation, Sql } from "@jetwire/db";
import { AppError, endpoints, type OperatorStation } from "@jetwire/protocol";
import type { RedisErasure } from "@jetwire/redis";
import { requireOperatorSignIn } from "../../admission/recent-sign-in.ts";
import type { StationChanges } from "../../admission/station-changes.ts";
import type { Read } from "../../database-reader.ts";
import { pageOf } from "../../http/page-links.ts";
import { type Route, route } from "../../route.ts";
import { actorOf, refusedAction, requireFound } from "./operator-actor.ts";

/** `/v1/operator/stations`: stations of all accounts. */
export function operatorStationRoutes(
  write: Read,
  changes: StationChanges,
  redisErasure: RedisErasure,
): Route[] {
  return [
    route(endpoints.listOperatorStations, async (request) => {
      const { account: accountId, limit, ...query } = request.query;
      const page = { ...query, accountId, limit: limit + 1 };
      const rows = await write((sql) => db.stations.listForOperator(sql, page));
      return pageOf(rows.map(toStation), request);
    }),
    route(endpoints.addOperatorStation, async ({ body }, principal) => {
      const { ident, accountId, sourceType = null, reason } = body;
      const station = await write(async (sql) => {
        await requireAccount(sql, accountId);
        const toAdd = { ident, accountId, sourceType };
        const added = await db.stations.add(sql, toAdd, actorOf(principal, reason));
        if (added === null) {
          throw new AppError("conflict", `Station ${ident} exists already: give it to the account`);
        }
        return await requireOperatedStation(sql, added.id);
      });
      return { body: toStation(station) };
    }),
    route(endpoints.changeOperatorStation, async ({ params: { id }, body }, principal) => {
      const { position, reason, ...settings } = body;
      const { latitude, longitude } =
        position === null ? { latitude: null, longitude: null } : { ...position };
      const station = await write(async (sql) => {
        const { ident } = await requireOperatedStation(sql, id);
        const changed = { latitude, longitude, ...settings };
        await db.stations.change(sql, { ident }, changed, actorOf(principal, reason));
        return await requireOperatedStation(sql, id);
      });
      changes.stationChanged(id);
      return { body: toStation(station) };
    }),
    route(endpoints.giveStation, async ({ params: { id }, body }, principal) => {
      const { accountId, move: moves, reason } = body;
      const station = await write(async (sql) => {
        const { ident } = await requireOperatedStation(sql, id);
        await requireAccount(sql, accountId);
        const actor = actorOf(principal, reason);
        const claim = await db.stations.claim(sql, { ident, accountId, moves }, actor);
        if (claim.status === "taken") {
          throw new AppError("conflict", `Station ${ident} belongs to ${claim.username}: move it`);
        }
        return await requireOperatedStation(sql, id);
      });
      changes.stationChanged(id);
      return { body: toStation(station) };
    }),
    route(endpoints.eraseOperatorStation, async ({ params: { id }, body }, principal) => {
      requireOperatorSignIn(principal);
      const erasure = await write(async (sql) => {
        const { ident } = await requireOperatedStation(sql, id);
        if (body.confirm !== ident)
          throw refusedAction("confirm", "must be the ident of the station");
        const actor = actorOf(principal, body.reason);
        return requireFound(await db.erasures.beginForStation(sql, id, null, actor), "Station")
          .erasure;
      });
      changes.stationChanged(id);
      // Chores does it again, so a failure is not an error.
      redisErasure.station(id).catch(() => {});
      const { objectId: _station, ...begun } = erasure;
      return { body: begun };
    }),
  ];
}

/** Reads a station. @throws AppError `not_found` */
export async function requireOperatedStation(sql: Sql, id: number): Promise<StoredStation> {
  return requireFound(await db.stations.readForOperator(sql, id), "Station");
}

async function requireAccount(sql: Sql, id: string): Promise<void> {
  requireFound(await db.accounts.findById(sql, id), "Account");
}

function toStation({ ownerId, ownerName, ...station }: StoredStation): OperatorStation {
  const owner =
    ownerId === null || ownerName === null ? null : { id: ownerId, username: ownerName };
  return { ...station, owner };
}
