import { randomBytes } from "node:crypto";
import * as db from "@jetwire/db";
import { endpoints, ExportedRow, PlannedErasure } from "@jetwire/protocol";
import { createRedisOpener, openStores } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCookie, signIn } from "./signed-in.ts";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let opened: AsyncDisposableStack;
let stores: ReturnType<typeof openStores>;
let redis: Awaited<ReturnType<ReturnType<typeof createRedisOpener>["open"]>>;

const canary = "canary-7f3a";
const caps = { entriesMax: 100, ageMsMax: 3_600_000 };

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

/** Finds a text in every table of the database. */
async function tablesWith(text: string): Promise<string[]> {
  const { sql } = rest.database.database;
  const tables = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql`
      select 1 from ${sql(name)} as one where one::text ilike ${`%${text}%`} limit 1`;
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** The longest time that a limit or a lease may remain, ms. */
const expiryMsMax = 120_000;

/** Finds a text in the name or the content of every key of the namespace, except those that expire soon. */
async function keysWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const key of await redis.keys(`${rest.database.namespace}:*`)) {
    const leftMs = await redis.pttl(key);
    if (leftMs >= 0 && leftMs <= expiryMsMax) continue;
    const content = JSON.stringify(await contentOf(key));
    if (key.includes(text) || content.includes(text)) found.push(key);
  }
  return found;
}

/** Reads a key by its type: the answer of `DUMP` is compressed, so a text is not found in it. */
async function contentOf(key: string): Promise<unknown> {
  const type = await redis.type(key);
  switch (type) {
    case "string":
      return await redis.get(key);
    case "hash":
      return await redis.hgetall(key);
    case "list":
      return await redis.lrange(key, 0, -1);
    case "set":
      return await redis.smembers(key);
    case "zset":
      return await redis.zrange(key, "0", "-1");
    case "stream":
      return await redis.xrange(key, "-", "+");
    default:
      // It has expired meanwhile.
      if (type !== "none") throw new Error(`${key} is a ${type}`);
      return null;
  }
}

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

/** An account that has something of everything, each with the canary in it. */
async function addOwner(name: string) {
  const { sql } = rest.database.database;
  const username = `${canary}-${name}`;
  const { accountId, key, keyId } = await addKeyOwner(rest.database, username, "unlimited");
  const partner = await addKeyOwner(rest.database, `partner-${name}`, "unlimited");
  await sql`update api_keys set label = ${username}, hint = ${username} where id = ${keyId}`;
  await db.identities.link(sql, accountId, { issuer: "https://login.example", subject: username });
  await addSignInMethods(accountId, username);
  const ident = `station-${name}-51c2`;
  const station = await db.stations.add(sql, { ident, accountId, sourceType: "vdl" });
  const stationId = station?.id ?? 0;
  await sql`update stations set latitude = 47.123, longitude = 8.5, key_policy = 'required' where id = ${stationId}`;
  const messages = Array.from({ length: 5 }, () => testMessage({ stationId, text: "KEPT" }));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  for (const { id } of messages) {
    await sql`insert into message_raws (id, raw) values (${id}, ${`{"station":"${ident}"}`})`;
  }
  const free = await db.stations.register(sql, {
    ident: `free-${name}`,
    sourceType: null,
    simulated: false,
  });
  await db.claims.request(sql, { stationId: free, accountId, note: username });
  await addProofs(stationId, ident, { accountId, claimantId: partner.accountId });
  for (const [senderId, recipientId, body] of [
    [accountId, partner.accountId, `${username} says hello`],
    [partner.accountId, accountId, "an answer"],
  ] as const) {
    await db.chat.storeMessage(sql, { senderId, recipientId, body, clientId: body.slice(0, 20) });
  }
  const excerpt = {
    title: `Message from ${username}`,
    body: username,
    data: { senderId: accountId },
  };
  await db.notifications.add(sql, { userId: partner.accountId, type: "chat.message", ...excerpt });
  const own = { title: username, body: username, data: {} };
  await db.notifications.add(sql, { userId: accountId, type: "system.announcement", ...own });
  await ask(`${rest.url}/v1/auth/sessions`, key, { method: "POST" });
  await stores.stationIds.save(new Map([[ident, stationId]]));
  const updatedAt = new Date().toISOString();
  const owned = { stationId, ident, accountId, sourceType: "vdl", hidden: false, updatedAt };
  await stores.stationOwners.save([owned]);
  const access = { stationId, ident, policy: "any" as const, keyHashes: ["aGFzaA=="] };
  await stores.stationAccess.save([...((await stores.stationAccess.read()) ?? []), access]);
  const [message] = messages;
  await stores.feedLogs.of(accountId).append(
    [
      {
        stationId,
        messageId: message?.id ?? "",
        messageJson: JSON.stringify(message),
      },
    ],
    caps,
  );
  return { accountId, key, partner, stationId, ident, username, messages };
}

/** Adds a profile and everything that signs its user in. */
async function addSignInMethods(accountId: string, username: string): Promise<void> {
  const { sql } = rest.database.database;
  const email = `${username}@mail.example`;
  await sql`
    update accounts set email = ${email}, preferences = ${sql.json({ note: username })}
    where id = ${accountId}`;
  const passkey = { publicKey: randomBytes(77), counter: 0, transports: ["usb"], name: username };
  await db.passkeys.add(sql, accountId, { ...passkey, credentialId: username });
  await openCookie(rest, accountId);
  await sql`update web_sessions set user_agent = ${username} where account_id = ${accountId}`;
  const link = { tokenHash: randomBytes(32), accountId, email, seconds: 900 };
  await db.signIn.addLink(sql, { ...link, kind: "email-change" });
  const { accountId: _account, ...signUp } = link;
  const tokenHash = randomBytes(32);
  await db.signIn.addLink(sql, {
    ...signUp,
    tokenHash,
    kind: "sign-up",
    username: "somebody-else",
  });
  const values = { user: username, link: `https://jetwire.example/link#t=${username}` };
  await db.mails.queue(sql, { to: email, kind: "sign-up", values });
}

const tablesOfStation = ["station_keys", "station_sources", "station_rejects", "station_claims"];

/** Adds rows that prove a station, or tell about its senders. */
async function addProofs(
  stationId: number,
  ident: string,
  { accountId, claimantId }: { accountId: string; claimantId: string },
): Promise<void> {
  const { sql } = rest.database.database;
  const keyHash = randomBytes(32);
  await db.stationKeys.issue(sql, { stationId, keyHash, hint: "jwst_abc", label: ident });
  await db.stationSources.add(sql, [
    { stationId, network: randomBytes(16), at: new Date().toISOString() },
  ]);
  const lastAt = new Date().toISOString();
  await db.stationRejects.add(sql, [
    { ident, reason: "unproven", count: 3, lastAt, detail: ident },
  ]);
  const [made] = await sql<{ id: string }[]>`
    insert into station_claims (station_id, account_id, note)
    values (${stationId}, ${claimantId}, ${ident}) returning id`;
  await db.claims.issueCode(sql, {
    claimId: made?.id ?? "",
    codeHash: randomBytes(32),
    seconds: 900,
  });
  const value = `192.0.2.${stationId}`;
  const block = { kind: "address", value, reason: null, expiresAt: null } as const;
  await db.senderBlocks.add(sql, block, { kind: "account", id: accountId });
}

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
  const { accountId, key, username, stationId } = await addOwner("export");
  await addOwner("stranger");
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
  expect(text).not.toMatch(/hash|\\\\x/i);
});

test("an erased account leaves no trace in any table or key, and its messages stay", async () => {
  const { sql } = rest.database.database;
  const { accountId, key, partner, stationId, username, messages } = await addOwner("erase");
  const { token } = await signIn(rest, accountId);
  const url = `${rest.url}${endpoints.eraseMe.path}`;
  expect(await tablesWith(username)).toEqual(
    expect.arrayContaining([
      "accounts",
      "api_keys",
      "chat_messages",
      "external_identities",
      "mails",
      "notifications",
      "passkeys",
      "sign_in_links",
      "station_claims",
    ]),
  );
  expect(await keysWith(accountId)).not.toEqual([]);
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
  expect(await tablesWith(username)).toEqual([]);
  expect(
    await sql`select 1 from stations where account_id = ${accountId} or latitude is not null and id = ${stationId}`,
  ).toEqual([]);
  // Counts that a process still held in memory are written up to 2 s later, and erased by the next run.
  await expect.poll(() => runErasures().then(() => keysWith(accountId))).toEqual([]);
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
  const { accountId, partner, stationId, ident, messages } = await addOwner("left");
  const { token } = await signIn(rest, accountId);
  const { token: foreign } = await signIn(rest, partner.accountId);
  const url = `${rest.url}/v1/stations/${stationId}`;
  expect(Object.values(await rowsOfStation(stationId))).toEqual([1, 1, 1, 1, 1]);
  expect((await keysWith(ident)).length).toBeGreaterThanOrEqual(3);
  const asking = { method: "DELETE", body: { confirm: ident } };
  expect((await ask(url, foreign, asking)).status).toBe(404);
  expect((await ask(url, token, { ...asking, body: { confirm: "X" } })).status).toBe(400);
  expect((await ask(url, token, asking)).status).toBe(202);
  expect(await passHours(24)).toBe(1);
  expect((await ask(url, token, asking)).status).toBe(400);
  await runErasures();
  expect(Object.values(await rowsOfStation(stationId))).toEqual([0, 0, 0, 0, 0]);
  expect(await tablesWith(ident)).toEqual([]);
  // Counts that a process still held in memory are written up to 2 s later, and erased by the next run.
  await expect.poll(() => runErasures().then(() => keysWith(ident))).toEqual([]);
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
  const { accountId, stationId, ident, username, key } = await addOwner("stays");
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
  const { stationId, ident, username, key } = await addOwner("kept");
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
