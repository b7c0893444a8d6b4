import { hashStationKey, makeStationKey, stationKeyHint } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { AppError, endpoints } from "@jetwire/protocol";
import type { StationChanges } from "../../admission/station-changes.ts";
import type { Read } from "../../database-reader.ts";
import { type Route, route } from "../../route.ts";
import { actorOf } from "./operator-actor.ts";
import { requireOperatedStation } from "./stations.ts";

/** `/v1/operator/stations/:id/keys`: the keys of stations of all accounts. */
export function operatorStationKeyRoutes(write: Read, changes: StationChanges): Route[] {
  return [
    route(endpoints.listOperatorStationKeys, async ({ params: { id } }) => ({
      body: await write(async (sql) => {
        await requireOperatedStation(sql, id);
        return await db.stationKeys.list(sql, id);
      }),
    })),
    route(endpoints.issueOperatorStationKey, async ({ params: { id }, body }, principal) => {
      const { label = null, reason } = body;
      const key = makeStationKey();
      const hint = stationKeyHint(key);
      const toAdd = { stationId: id, keyHash: hashStationKey(key), hint, label };
      const { ident, added } = await write(async (sql) => ({
        ident: (await requireOperatedStation(sql, id)).ident,
        added: await db.stationKeys.issue(sql, toAdd, actorOf(principal, reason)),
      }));
      if (added === null) {
        const message = `${ident} has ${db.stationKeys.stationKeysMax} active keys: revoke one first`;
        throw new AppError("conflict", message);
      }
      changes.stationChanged(id);
      const createdAt = new Date().toISOString();
      return { body: { ...added, hint, label, createdAt, key, ident: `${ident}~${key}` } };
    }),
    route(endpoints.revokeOperatorStationKey, async ({ params, body }, principal) => {
      const { id, keyId } = params;
      const actor = actorOf(principal, body.reason);
      const isRevoked = await write((sql) => db.stationKeys.revoke(sql, id, keyId, actor));
      if (!isRevoked) throw new AppError("not_found", "Station key not found");
      changes.stationChanged(id);
      return { body: undefined };
    }),
  ];
}
