import * as db from "@jetwire/db";
import { endpoints, ExportedRow, PlannedErasure } from "@jetwire/protocol";
import { createRedisOpener, openStores } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "./signed-in.ts";
import { addOwner } from "./owner-of-everything.ts";
import { keysWith, tablesWith } from "./traces.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let opened: AsyncDisposableStack;
let stores: ReturnType<typeof openStores>;
let redis: Awaited<ReturnType<ReturnType<typeof createRedisOpener>["open"]>>;

beforeAll(async () => {
  rest = await startRest();
  opened = new AsyncDisposableStack();
  const { redisUrl, namespace } = rest.database;
  const opener = createRedisOpener(redisUrl, createLogger("test", "silent"), createMetrics({}));
  redis = opened.use(await opener.open("request"));
  stores = openStores(redis, namespace);
});
afterAll(async () => {
  await opened.disposeAsync();
  await rest[Symbol.asyncDispose]();
});

/** Lets the hours pass in which erasures can be called off. @returns how many have begun */
async function passHours(hours: number): Promise<number> {
  const { sql } = rest.database.database;
  await sql`update planned_erasures set due_at = due_at - make_interval(hours => ${hours})`;
  const due = await db.erasures.listDue(sql, 100);
  // Two processes that carry out the same do it once.
  const begun = await Promise.all([...due, ...due].map((one) => db.erasures.carryOut(sql, one)));
  return begun.filter((hasBegun) => hasBegun).length;
}

async function runErasures(): Promise<void> {
  const { sql } = rest.database.database;
  for (const erasure of await db.erasures.listPending(sql, 10)) {
    while ((await db.erasures.eraseNext(sql, erasure, 2)) > 0);
    if (erasure.kind === "account") await stores.erasure.account(erasure.objectId);
    else await stores.erasure.station(Number(erasure.objectId));
  }
}

const tablesOfStation = ["station_keys", "station_sources", "station_rejects", "station_claims"];

/** Counts the rows about a station in the tables that refer to it, and its claim codes. */
async function rowsOfStation(stationId: number): Promise<Record<string, number>> {
  const { sql } = rest.database.database;
  const counts: Record<string, number> = {};
  for (const table of tablesOfStation) {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::integer as n from ${sql(table)} where station_id = ${stationId}`;
    counts[table] = row?.n ?? 0;
  }
  const [codes] = await sql<{ n: number }[]>`
    select count(*)::integer as n from claim_codes code
    left join station_claims c on c.id = code.claim_id
    where c.station_id = ${stationId} or c.id is null`;
  return { ...counts, claim_codes: codes?.n ?? 0 };
}

test("an account exports its data, all of it and nobody else's, without keys and hashes", async () => {
  const { accountId, key, username, stationId } = await addOwner({ rest, stores }, "export");
  await addOwner({ rest, stores }, "stranger");
  const response = await ask(`${rest.url}${endpoints.exportMe.path}`, key);
  expect(response.status).toBe(200);
  const text = await response.text();
  const rows = text
    .trim()
    .split("\n")
    .map((line) => ExportedRow.parse(JSON.parse(line)));
  const parts = new Set(rows.map(({ part }) => part));
  expect([...parts]).toEqual(
    [
      "account",
      "key",
      "identity",
      "passkey",
      "webSession",
      "link",
      "session",
      "station",
      "claim",
      "block",
      "chatMessage",
      "destination",
      "delivery",
      "quietHours",
      "notification",
      "action",
    ].filter((part) => part !== "block"),
  );
  expect(rows[0]).toMatchObject({ part: "account", value: { id: accountId, username } });
  expect(rows[0]?.value).toMatchObject({
    role: "user",
    email: `${username}@mail.example`,
    preferences: { note: username },
    appearsOffline: false,
  });
  expect(rows.find(({ part }) => part === "station")?.value).toMatchObject({
    id: stationId,
    latitude: 47.123,
  });
  expect(rows.filter(({ part }) => part === "chatMessage")).toHaveLength(2);
  expect(text).not.toContain("stranger");
  expect(text).not.toContain(key);
  expect(text).not.toContain("NOT-TO-BE-EXPORTED");
  expect(text).not.toMatch(/hash|\\\\x/i);
});

test("an erased account leaves no trace in any table or key, and its messages stay", async () => {
  const { sql } = rest.database.database;
  const { accountId, key, partner, stationId, username, messages } = await addOwner(
    { rest, stores },
    "erase",
  );
  const { token } = await signIn(rest, accountId);
  const url = `${rest.url}${endpoints.eraseMe.path}`;
  expect(await tablesWith(rest.database.database.sql, username)).toEqual(
    expect.arrayContaining([
      "accounts",
      "api_keys",
      "chat_messages",
      "destinations",
      "external_identities",
      "outbox",
      "notifications",
      "passkeys",
      "sign_in_links",
      "station_claims",
    ]),
  );
  expect(await keysWith(redis, rest.database.namespace, accountId)).not.toEqual([]);
  for (const body of [{ confirm: "somebody" }, {}]) {
    expect((await ask(url, token, { method: "DELETE", body })).status).toBe(400);
  }
  const asked = await ask(url, token, { method: "DELETE", body: { confirm: username } });
  expect(asked.status).toBe(202);
  const planned = PlannedErasure.parse(await asked.json());
  expect(planned).toMatchObject({ kind: "account", station: null });
  expect(await passHours(23)).toBe(0);
  expect((await ask(`${rest.url}/v1/me`, key)).status).toBe(200);
  const exported = await (await ask(`${rest.url}${endpoints.exportMe.path}`, key)).text();
  expect(exported).toContain('"part":"plannedErasure"');
  expect(await passHours(1)).toBe(1);
  const [erased] = await sql<{ counts: Record<string, number> }[]>`
    select counts from erasures where object_id = ${accountId}`;
  expect(erased).toMatchObject({
    counts: {
      keys: 1,
      sessions: 3,
      notifications: 2,
      claims: 1,
      stations: 1,
      identities: 1,
      passkeys: 1,
      links: 1,
    },
  });
  // A cache of REST keeps a key for three seconds if no notice comes.
  await expect
    .poll(async () => (await ask(`${rest.url}/v1/me`, key)).status, { timeout: 10_000 })
    .toBe(401);
  // The station has lost its keys, and must not refuse what it receives.
  const [station] = await sql`select key_policy from stations where id = ${stationId}`;
  expect(station).toEqual({ keyPolicy: "any" });
  await runErasures();
  expect(await tablesWith(rest.database.database.sql, username)).toEqual([]);
  expect(
    await sql`select 1 from stations where account_id = ${accountId} or latitude is not null and id = ${stationId}`,
  ).toEqual([]);
  // Counts that a process still held in memory are written up to 2 s later, and erased by the next run.
  await expect
    .poll(() => runErasures().then(() => keysWith(redis, rest.database.namespace, accountId)))
    .toEqual([]);
  const [row] =
    await sql`select username, ended_at is not null as ended from accounts where id = ${accountId}`;
  expect(row).toEqual({ username: `erased-${accountId}`, ended: true });
  const kept =
    await sql`select body, sender_id from chat_messages where recipient_id = ${partner.accountId}`;
  expect(kept).toEqual([{ body: "", senderId: accountId }]);
  const stored =
    await sql`select body from messages where id = any(${messages.map(({ id }) => id)}::uuid[])`;
  expect(stored).toHaveLength(messages.length);
  // A block protects others: it stays, and names who made it by id only.
  const blocks = await sql`select blocked_by from sender_blocks where blocked_by = ${accountId}`;
  expect(blocks).toHaveLength(1);
  const made = await sql`
    select object_kind from audit_log
    where action = 'sender-block.add' and actor_kind = 'account' and actor = ${accountId}`;
  expect(made).toEqual([{ objectKind: "sender-block" }]);
  // The name is free, and the erasure cannot be begun twice.
  expect((await addKeyOwner(rest.database, username)).accountId).not.toBe("");
});

test("an erased station leaves no ident, position, owner or raw object; its messages stay", async () => {
  const { sql } = rest.database.database;
  const { accountId, partner, stationId, ident, messages } = await addOwner(
    { rest, stores },
    "left",
  );
  const { token } = await signIn(rest, accountId);
  const { token: foreign } = await signIn(rest, partner.accountId);
  const url = `${rest.url}/v1/stations/${stationId}`;
  expect(Object.values(await rowsOfStation(stationId))).toEqual([1, 1, 1, 1, 1]);
  expect((await keysWith(redis, rest.database.namespace, ident)).length).toBeGreaterThanOrEqual(3);
  const asking = { method: "DELETE", body: { confirm: ident } };
  expect((await ask(url, foreign, asking)).status).toBe(404);
  expect((await ask(url, token, { ...asking, body: { confirm: "X" } })).status).toBe(400);
  expect((await ask(url, token, asking)).status).toBe(202);
  expect(await passHours(24)).toBe(1);
  expect((await ask(url, token, asking)).status).toBe(400);
  await runErasures();
  expect(Object.values(await rowsOfStation(stationId))).toEqual([0, 0, 0, 0, 0]);
  expect(await tablesWith(rest.database.database.sql, ident)).toEqual([]);
  // Counts that a process still held in memory are written up to 2 s later, and erased by the next run.
  await expect
    .poll(() => runErasures().then(() => keysWith(redis, rest.database.namespace, ident)))
    .toEqual([]);
  const others = (await stores.stationAccess.read()) ?? [];
  expect(others.length).toBeGreaterThan(0);
  expect(others.map((station) => station.stationId)).not.toContain(stationId);
  expect(await stores.stationOwners.find([stationId])).toEqual([]);
  const [station] =
    await sql`select ident, account_id, latitude from stations where id = ${stationId}`;
  expect(station).toEqual({ ident: `erased-${stationId}`, accountId: null, latitude: null });
  const stored = await sql`select id from messages where station_id = ${stationId}`;
  expect(stored).toHaveLength(messages.length);
});

test("an erasure is called off until it is due, and begins anew if it is asked for again", async () => {
  const { accountId, stationId, ident, username, key } = await addOwner({ rest, stores }, "stays");
  const { token } = await signIn(rest, accountId);
  const plan = async (path: string, confirm: string) => {
    const answer = await ask(rest.url + path, token, { method: "DELETE", body: { confirm } });
    return PlannedErasure.parse(await answer.json());
  };
  const account = await plan("/v1/me", username);
  const station = await plan(`/v1/stations/${stationId}`, ident);
  expect(station).toMatchObject({ kind: "station", station: { id: stationId, ident } });
  expect(await plan("/v1/me", username)).toEqual(account);
  const listed = await ask(`${rest.url}/v1/erasures`, key);
  expect(await listed.json()).toEqual([account, station]);
  const { sql } = rest.database.database;
  const notices = await sql`
    select 1 from notifications where user_id = ${accountId} and type = 'erasure.planned'`;
  expect(notices).toHaveLength(2);
  await passHours(23);
  const stranger = await addKeyOwner(rest.database, "stranger-to-erasures");
  for (const { id } of [account, station]) {
    const url = `${rest.url}/v1/erasures/${id}`;
    expect((await ask(url, stranger.key, { method: "DELETE" })).status).toBe(404);
    expect((await ask(url, key, { method: "DELETE" })).status).toBe(204);
    expect((await ask(url, key, { method: "DELETE" })).status).toBe(404);
  }
  expect(await passHours(24)).toBe(0);
  const again = await plan(`/v1/stations/${stationId}`, ident);
  expect(again.id).not.toBe(station.id);
  // A station that its account has no more is not erased.
  await sql`update stations set account_id = ${stranger.accountId} where id = ${stationId}`;
  expect(await (await ask(`${rest.url}/v1/erasures`, key)).json()).toEqual([]);
  expect(await passHours(24)).toBe(0);
  expect(
    await sql`select 1 from stations where id = ${stationId} and ident = ${ident}`,
  ).toHaveLength(1);
});

test("no key erases an account or a station, whatever its scopes", async () => {
  const { stationId, ident, username, key } = await addOwner({ rest, stores }, "kept");
  const session = await ask(`${rest.url}/v1/auth/sessions`, key, { method: "POST" });
  const { token } = (await session.json()) as { token: string };
  for (const credential of [key, token]) {
    for (const [path, confirm] of [
      ["/v1/me", username],
      [`/v1/stations/${stationId}`, ident],
    ] as const) {
      const asking = { method: "DELETE", body: { confirm } };
      expect((await ask(rest.url + path, credential, asking)).status).toBe(403);
    }
  }
  expect(await (await ask(`${rest.url}/v1/erasures`, key)).json()).toEqual([]);
});

test("what was erased is recorded in the audit log, by id", async () => {
  const { sql } = rest.database.database;
  const rows = await sql<{ action: string; kind: string }[]>`
    select action, actor_kind as kind from audit_log where action like '%.erase' order by id`;
  expect(rows).toEqual([
    { action: "account.erase", kind: "system" },
    { action: "station.erase", kind: "system" },
  ]);
});
