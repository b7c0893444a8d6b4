import * as db from "@jetwire/db";
import { hashStationKey, makeStationKey, stationKeyHint } from "@jetwire/auth";
import type { endpoints } from "@jetwire/protocol";
import { addKeyOwner, type RestUnderTest } from "../rest-under-test.ts";

/** A request that a state refuses. */
interface Conflicting {
  readonly path: string;
  readonly body: unknown;
}

const reason = "for a test";

/** Makes the state of a `conflict`, for each endpoint of operators with this error except the drain of gateways. */
export const operatorConflicts: Readonly<
  Partial<Record<keyof typeof endpoints, (rest: RestUnderTest) => Promise<Conflicting>>>
> = {
  decideClaim: async ({ database }) => {
    const { sql } = database.database;
    const { accountId } = await addKeyOwner(database, "late-claimant");
    const reception = { ident: "AB-OWNED", sourceType: "acars", simulated: false };
    const stationId = await db.stations.register(sql, reception);
    const requested = await db.claims.request(sql, { stationId, accountId, note: null });
    const owner = await addKeyOwner(database, "early-claimant");
    await sql`update stations set account_id = ${owner.accountId} where id = ${stationId}`;
    const id = requested.status === "requested" ? requested.claim.id : "";
    return { path: `claims/${id}/decision`, body: { approved: true, reason } };
  },
  addOperatorAccount: async () => ({ path: "accounts", body: { username: "Alice", reason } }),
  changeOperatorAccount: async ({ database }) => {
    const { accountId } = await addKeyOwner(database, "to-rename");
    return { path: `accounts/${accountId}`, body: { username: "alice", reason } };
  },
  linkOperatorIdentity: async ({ database, accountId }) => {
    const identity = { issuer: "https://login.example", subject: "of-another" };
    const other = await addKeyOwner(database, "linked-already");
    await db.identities.link(database.database.sql, other.accountId, identity);
    return { path: "identities", body: { accountId, ...identity, reason } };
  },
  addOperatorStation: async ({ accountId }) => ({
    path: "stations",
    body: { ident: "AB-KSFO1", accountId, reason },
  }),
  giveStation: async ({ database, accountId }) => {
    const owner = await addKeyOwner(database, "keeps-station");
    const stationId = await addStationOf({ database }, "AB-KEPT", owner.accountId);
    return { path: `stations/${stationId}/owner`, body: { accountId, reason } };
  },
  issueOperatorStationKey: async ({ database, accountId }) => {
    const stationId = await addStationOf({ database }, "AB-KEYED", accountId);
    for (let n = 0; n < db.stationKeys.stationKeysMax; n++) {
      const key = makeStationKey();
      const toAdd = { stationId, keyHash: hashStationKey(key), hint: stationKeyHint(key) };
      await db.stationKeys.issue(database.database.sql, { ...toAdd, label: null });
    }
    return { path: `stations/${stationId}/keys`, body: { reason } };
  },
  removeTier: async () => ({ path: "tiers/feeder", body: { reason } }),
};

async function addStationOf(
  { database }: Pick<RestUnderTest, "database">,
  ident: string,
  accountId: string,
): Promise<number> {
  const { sql } = database.database;
  const id = await db.stations.register(sql, { ident, sourceType: "acars", simulated: false });
  await sql`update stations set account_id = ${accountId} where id = ${id}`;
  return id;
}

const accountId = "00000000-0000-4000-8000-000000000000";
const identity = { accountId, issuer: "https://login.example", subject: "1", reason };

/** Bodies that name what there is not, of endpoints of operators that answer `not_found` then. */
export const unknownBodies: Readonly<Partial<Record<keyof typeof endpoints, unknown>>> = {
  inviteAccount: { accountId, reason },
  linkOperatorIdentity: identity,
  unlinkOperatorIdentity: identity,
  addOperatorStation: { ident: "AB-NEW", accountId, reason },
  issueOperatorKey: { accountId, tier: "feeder", reason },
  issueSessionToken: { accountId, reason },
  revokeSessionToken: { token: "a.b.c", reason },
};
