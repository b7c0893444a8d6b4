import { hashStationKey, makeStationKey, stationKeyHint } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { AppError, endpoints, type Station } from "@jetwire/protocol";
import { refuseOldSignIn } from "../admission/recent-sign-in.ts";
import type { StationChanges } from "../admission/station-changes.ts";
import type { Read } from "../database-reader.ts";
import { type Route, route } from "../route.ts";

/**
 * `/v1/stations/:id/keys`: the keys by which a station proves its messages, for its owner.
 *
 * @param write writes to the primary
 */
export function stationKeyRoutes(write: Read, changes: StationChanges): Route[] {
  return [
    route(endpoints.listStationKeys, async ({ params: { id } }, { accountId }) => ({
      body: await write(async (sql) => {
        await requireOwnStation(sql, id, accountId);
        return await db.stationKeys.list(sql, id);
      }),
    })),
    route(endpoints.issueStationKey, async ({ params: { id }, body }, principal) => {
      refuseOldSignIn(principal);
      const { accountId } = principal;
      const key = makeStationKey();
      const hint = stationKeyHint(key);
      const { label = null } = body;
      const keyToAdd = { stationId: id, accountId, keyHash: hashStationKey(key), hint, label };
      const { station, added } = await write(async (sql) => ({
        station: await requireOwnStation(sql, id, accountId),
        added: await db.stationKeys.issue(sql, keyToAdd, { kind: "account", id: accountId }),
      }));
      if (added === null) {
        throw new AppError(
          "forbidden",
          `A station may have ${db.stationKeys.stationKeysMax} active keys: revoke one first`,
        );
      }
      changes.stationChanged(id);
      const createdAt = new Date().toISOString();
      return { body: { ...added, hint, label, createdAt, key, ident: `${station.ident}~${key}` } };
    }),
    route(endpoints.revokeStationKey, async ({ params: { id, keyId } }, { accountId }) => {
      const revoked = await write(async (sql) => {
        await requireOwnStation(sql, id, accountId);
        return await db.stationKeys.revoke(sql, id, keyId, { kind: "account", id: accountId });
      });
      if (!revoked) throw new AppError("not_found", "Station key not found");
      changes.stationChanged(id);
      return { body: undefined };
    }),
  ];
}

/** @throws AppError `not_found` if the station does not exist or is not the account's */
export async function requireOwnStation(sql: Sql, id: number, accountId: string): Promise<Station> {
  const station = await db.stations.readVisible(sql, id, accountId);
  // Only the owner sees settings.
  if (station === null || station.settings === null) {
    throw new AppError("not_found", "Your account has no such station");
  }
  return station;
}
