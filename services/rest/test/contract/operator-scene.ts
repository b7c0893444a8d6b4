import {
  createKeySeal,
  findSigningKey,
  hashStationKey,
  issueToken,
  makeStationKey,
} from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import type { endpoints, StorageReport } from "@jetwire/protocol";
import { openStores, reportProcess } from "@jetwire/redis";
import { createHealth } from "@jetwire/runtime";
import { openTestRedis, testSigningKeySecret } from "@jetwire/testbed";
import { addKeyOwner, type RestUnderTest } from "../rest-under-test.ts";

/** The ids and bodies of requests of operators. */
interface OperatorScene extends AsyncDisposable {
  readonly ids: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Partial<Record<keyof typeof endpoints, unknown>>>;
}

const reason = "for a test";
/** Two gateways, so that one can be drained. */
export const gatewayIds = ["0123456789ab", "0123456789ac"] as const;

/** Adds something of everything that waits for an operator. */
const disk = { measured: "size", bytes: 1e12, freeBytes: 4e11 } as const;
const storageReport: StorageReport = {
  measuredAt: "2026-11-21T12:00:00.000Z",
  disks: [{ name: "postgres", ...disk, growthBytes: 2e9, fullAt: null }],
  tables: [{ name: "messages", bytes: 5e11, indexBytes: 2e11, growthBytes: null }],
  retention: {
    messagesDays: 365,
    rawDays: 7,
    daysMin: 1,
    share: 0.8,
    budgetBytes: 8e11,
    usedBytes: 6e11,
    isExceeded: false,
    droppedAt: null,
    drops: [
      {
        day: "2026-11-14",
        tables: ["message_raws"],
        rows: 2_000_000,
        bytes: 1.5e9,
        at: "2026-11-22T00:00:00.000Z",
        reason: "days",
      },
    ],
  },
};

export async function addOperatorScene(
  rest: RestUnderTest,
  reported: { readonly reporterId: string; readonly messageId: string },
): Promise<OperatorScene> {
  const { sql } = rest.database.database;
  const managed = await addKeyOwner(rest.database, "managed");
  const letter = {
    partition: 0,
    producer: null,
    seq: null,
    reason: "bad-message",
    detail: "text: must be a string",
    fields: ["v", "2", "m", `{"stationId":${rest.stationId},"text":"HELLO"}`],
    details: [],
  };
  await db.deadLetters.add(sql, [{ ...letter, entryId: "1-0" }]);
  const [deadLetter] = await sql<{ id: number }[]>`select id from dead_letters`;
  const claimed = await claimOf(rest, managed.accountId);
  const disputed = await disputeOf(rest, managed.accountId);
  await db.chat.reportMessage(sql, reported.reporterId, {
    messageId: reported.messageId,
    reason: "other",
  });
  const [report] = await sql<{ id: string }[]>`
    select id from chat_reports where message_id = ${reported.messageId}`;
  const block = { kind: "ident", value: "AB-BLOCKED", reason: null, expiresAt: null } as const;
  const added = await db.senderBlocks.add(sql, block);
  const actor = { kind: "system", name: "test" } as const;
  const from = new Date().toISOString();
  const announcement = { text: "Hello", level: "info", from, until: null } as const;
  const published = await db.announcements.publish(sql, announcement, actor);
  const [stationId, erasable] = await Promise.all(
    ["AB-OPERATED", "AB-ERASABLE"].map((ident) =>
      db.stations.register(sql, { ident, sourceType: "acars", simulated: false }),
    ),
  );
  const stationKey = await db.stationKeys.issue(sql, {
    stationId: stationId ?? 0,
    keyHash: hashStationKey(makeStationKey()),
    hint: "jws_0000",
    label: null,
  });
  const replaced = await addKeyOwner(rest.database, "replaced");
  // The managed account ends before the others are asked for.
  const { accountId } = await addKeyOwner(rest.database, "operated");
  const identity = { issuer: "https://login.example", subject: "to-unlink" };
  await db.identities.link(sql, accountId, identity);
  const token = await issueTestToken(sql, accountId);
  const watching = await addKeyOwner(rest.database, "watching");
  await sql`update accounts set role = 'operator' where id = ${watching.accountId}`;
  await db.tiers.set(sql, { name: "unused", requestsPerMinute: 1 });
  await db.storage.writeReport(sql, storageReport);
  return {
    ids: {
      "/v1/operator/gateways/:replica": gatewayIds[0],
      "/v1/operator/dead-letters/:id": String(deadLetter?.id),
      "/v1/operator/claims/:id": claimed,
      "/v1/operator/disputes/:id": disputed,
      "/v1/operator/chat-reports/:id": report?.id ?? "",
      "/v1/operator/accounts/:id": managed.accountId,
      "/v1/operator/accounts/:id/eligibility": accountId,
      "/v1/operator/keys/:id": managed.keyId,
      "/v1/operator/tiers/:name": "unused",
      "/v1/operator/blocks/:id": added?.id ?? "",
      "/v1/operator/announcements/:id": published?.id ?? "",
      "/v1/operator/health-alerts/:id": watching.accountId,
      "/v1/operator/stations/:id": String(stationId),
      "/v1/operator/stations/:id/keys/:keyId": `${stationId} ${stationKey?.id ?? ""}`,
      "POST /v1/operator/keys/:id/reissue": replaced.keyId,
      "POST /v1/operator/stations/:id/erase": String(erasable),
    },
    bodies: {
      changeHealthAlerts: { minimum: "critical", destinationIds: [], reason },
      retryDeadLetters: { selection: { reason: "no-such" }, reason },
      dropDeadLetters: { selection: { reason: "no-such" }, reason },
      decideClaim: { approved: false, reason },
      decideDispute: { upheld: false, reason },
      resolveChatReport: { action: "dismiss", reason },
      addOperatorAccount: { username: "added-by-operator", reason },
      inviteAccount: { accountId, reason },
      linkOperatorIdentity: { accountId, ...identity, subject: "new", reason },
      unlinkOperatorIdentity: { accountId, ...identity, reason },
      setEligibility: { eligible: true, reason },
      addOperatorStation: { ident: "AB-ADDED", accountId, reason },
      changeOperatorStation: { hidden: false, reason },
      giveStation: { accountId, reason },
      eraseOperatorStation: { confirm: "AB-ERASABLE", reason },
      issueOperatorStationKey: { reason },
      revokeOperatorStationKey: { reason },
      reissueOperatorKey: { reason },
      issueSessionToken: { accountId, reason },
      revokeSessionToken: { token, reason },
      rotateSigningKey: { reason },
      changeOperatorAccount: { tier: "feeder", reason },
      signOutAccount: { reason },
      endAccount: { reason },
      eraseAccount: { confirm: managed.accountId, reason },
      issueOperatorKey: { accountId: rest.accountId, tier: "feeder", reason },
      revokeOperatorKey: { reason },
      setTier: { requestsPerMinute: 10, reason },
      removeTier: { reason },
      addSenderBlock: { kind: "address", value: "203.0.113.200", reason },
      removeSenderBlock: { reason },
      previewRedaction: { target: { ids: [crypto.randomUUID().replace(/^(.{14})4/, "$17")] } },
      redactMessages: {
        target: { ids: [crypto.randomUUID().replace(/^(.{14})4/, "$17")] },
        reason,
      },
      redactMatching: { count: 1, reason },
      publishAnnouncement: { text: "Maintenance", reason },
      endAnnouncement: { reason },
      reportCspViolation: { "csp-report": { "violated-directive": "script-src" } },
    },
    [Symbol.asyncDispose]: await runGateways(rest),
  };
}

/** Issues a session token as REST does. */
async function issueTestToken(sql: Sql, userId: string): Promise<string> {
  const store = {
    list: () => db.signingKeys.list(sql),
    addFirst: (made: Parameters<typeof db.signingKeys.addFirst>[1]) =>
      db.signingKeys.addFirst(sql, made),
  };
  const key = await findSigningKey(store, createKeySeal(testSigningKeySecret, undefined));
  return await issueToken({ userId, username: "managed", ttlSeconds: 900, key, now: Date.now() });
}

/** Reports the gateways until the function that it returns is called. */
async function runGateways({ database }: RestUnderTest): Promise<() => Promise<void>> {
  const stack = new AsyncDisposableStack();
  const redis = stack.use(await openTestRedis(database.redisUrl));
  const { processes } = openStores(redis, database.namespace);
  const stop = new AbortController();
  const running = gatewayIds.map((id, number) => {
    const gateway = { service: "gateway", replica: `host/1/${id}`, number, health: createHealth() };
    return reportProcess(processes, gateway, stop.signal);
  });
  stack.defer(async () => {
    stop.abort();
    await Promise.all(running);
  });
  return () => stack.disposeAsync();
}

async function claimOf({ database }: RestUnderTest, accountId: string): Promise<string> {
  const { sql } = database.database;
  const stationId = await db.stations.register(sql, {
    ident: "AB-CLAIMED",
    sourceType: "acars",
    simulated: false,
  });
  const requested = await db.claims.request(sql, { stationId, accountId, note: null });
  if (requested.status !== "requested") throw new Error("the scene's claim was refused");
  return requested.claim.id;
}

async function disputeOf({ database }: RestUnderTest, accountId: string): Promise<string> {
  const { sql } = database.database;
  const stationId = await db.stations.register(sql, {
    ident: "AB-TAKEN",
    sourceType: "acars",
    simulated: false,
  });
  await sql`update stations set account_id = ${accountId} where id = ${stationId}`;
  await db.claims.dispute(sql, { stationId, share: 0.5 });
  const [dispute] = await sql<{ id: string }[]>`
    select id from claim_disputes where station_id = ${stationId}`;
  return dispute?.id ?? "";
}
