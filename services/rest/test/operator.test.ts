import * as db from "@jetwire/db";
import type {
  AuditEntry,
  OperatorAccount,
  OperatorKey,
  SenderBlock,
  WaitingClaim,
} from "@jetwire/protocol";
import { MessageIds } from "@jetwire/protocol";
import { addSentHours, storeMessages, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";
import { openOperator } from "./operator-scene.ts";

let at: Awaited<ReturnType<typeof openOperator>>;
beforeAll(async () => {
  at = await openOperator();
});
afterAll(() => at[Symbol.asyncDispose]());

test("an account that is no operator sees and does nothing", async () => {
  for (const path of ["overview", "accounts", "audit-log", "dead-letters", "csp-reports"]) {
    const response = await ask(`${at.rest.url}/v1/operator/${path}`, at.rest.key);
    expect(response.status).toBe(403);
  }
});

test("a claim is listed with its rivals and networks, and decided with a notification that has the reason", async () => {
  const { sql } = at.rest.database.database;
  const [ann, ben] = [
    await addKeyOwner(at.rest.database, "ann"),
    await addKeyOwner(at.rest.database, "ben"),
  ];
  const stationId = await db.stations.register(sql, {
    ident: "AB-RIVALS",
    sourceType: "acars",
    simulated: false,
  });
  for (const { accountId } of [ann, ben]) {
    await db.claims.request(sql, { stationId, accountId, note: "mine" });
  }
  const networks = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)] as const;
  await addSentHours(sql, { stationId, network: networks[0], fromHoursAgo: 7 });
  await addSentHours(sql, { stationId, network: networks[1], fromHoursAgo: 1 });
  const waiting = await at.read<WaitingClaim[]>("claims");
  const claim = waiting.find(({ claimant }) => claimant.username === "ann");
  expect(claim).toMatchObject({ rivals: ["ben"], networks: [1, 0.25], note: "mine" });
  const decision = `claims/${claim?.id}/decision`;
  expect(await at.act("POST", decision, { approved: true, reason: "knew the frequency" })).toBe(
    204,
  );
  expect(await at.act("POST", decision, { approved: true })).toBe(404);
  const [station] = await sql`select account_id as owner from stations where id = ${stationId}`;
  expect(station?.["owner"]).toBe(ann.accountId);
  const [notification] = await sql`select body from notifications where user_id = ${ann.accountId}`;
  expect(notification?.["body"]).toBe("Station AB-RIVALS is yours now. knew the frequency");
  const other = (await at.read<WaitingClaim[]>("claims")).find(
    (one) => one.claimant.username === "ben",
  );
  const owned = await at.asOperator("POST", `claims/${other?.id}/decision`, {
    approved: true,
    reason: "x",
  });
  expect(owned.status).toBe(409);
  expect(await at.act("POST", `claims/${other?.id}/decision`, { approved: false })).toBe(204);
});

describe("accounts", () => {
  test("are found by the beginning of their name, by their id and by role, page by page", async () => {
    const { accountId } = await addKeyOwner(at.rest.database, "Find_me");
    const found = await at.read<OperatorAccount[]>("accounts?q=find_");
    expect(found).toMatchObject([
      { id: accountId, username: "Find_me", tiers: ["feeder"], keys: 1 },
    ]);
    expect(await at.read(`accounts?q=${accountId}`)).toEqual(found);
    const operators = await at.read<OperatorAccount[]>("accounts?role=operator");
    expect(operators.map(({ username }) => username)).toEqual(["olga"]);
    const [newest] = await at.read<OperatorAccount[]>("accounts?limit=1");
    const next = await at.read<OperatorAccount[]>(`accounts?limit=1&before=${newest?.id}`);
    expect(next[0]?.id).not.toBe(newest?.id);
  });

  test("change role, tier and ban, and are signed out, ended and erased", async () => {
    const { accountId, key } = await addKeyOwner(at.rest.database, "carl");
    const path = `accounts/${accountId}`;
    const changed = await at.asOperator("PATCH", path, {
      role: "operator",
      tier: "unlimited",
      banned: true,
      reason: "all at once",
    });
    expect(await changed.json()).toMatchObject({
      role: "operator",
      tiers: ["unlimited"],
      bannedAt: expect.any(String),
    });
    await at.act("PATCH", path, { role: "user", banned: false });
    const { token } = await signIn(at.rest, accountId);
    expect((await ask(`${at.rest.url}/v1/me`, token)).status).toBe(200);
    const exported = await (await ask(`${at.rest.url}/v1/me/export`, key)).text();
    expect(exported).toContain('"actor":"operator"');
    expect(exported).not.toContain("olga");
    expect(await at.act("POST", `${path}/sign-out`, {})).toBe(204);
    expect((await ask(`${at.rest.url}/v1/me`, token)).status).toBe(401);
    expect((await ask(`${at.rest.url}/v1/me`, key)).status).toBe(200);
    expect(await at.act("POST", `${path}/end`, {})).toBe(204);
    expect((await ask(`${at.rest.url}/v1/me`, key)).status).toBe(401);
    expect(await at.act("POST", `${path}/end`, {})).toBe(404);
    expect(await at.act("POST", `${path}/erase`, { confirm: "somebody" })).toBe(400);
    expect(await at.act("POST", `${path}/erase`, { confirm: "carl" })).toBe(202);
    expect(await at.newestAction()).toMatchObject({
      action: "account.erase",
      object: { id: accountId },
    });
  });

  test("operators cannot change their own role, end or erase themselves", async () => {
    const path = `accounts/${at.operator.accountId}`;
    expect(await at.act("PATCH", path, { role: "user" })).toBe(400);
    expect(await at.act("POST", `${path}/end`, {})).toBe(400);
    expect(await at.act("POST", `${path}/erase`, { confirm: "olga" })).toBe(400);
    expect(await at.act("PATCH", path, { tier: "no-such" })).toBe(400);
  });
});

test("keys are issued in a tier, listed and revoked; a tier that has keys stays", async () => {
  const { accountId } = await addKeyOwner(at.rest.database, "dora");
  expect(await at.act("PUT", "tiers/gold", { requestsPerMinute: 600 })).toBe(204);
  const issued = await at.asOperator("POST", "keys", { accountId, tier: "gold", reason: "paid" });
  const { id, key } = (await issued.json()) as { id: string; key: string };
  expect((await ask(`${at.rest.url}/v1/me`, key)).status).toBe(200);
  const listed = await at.read<OperatorKey[]>(`keys?account=${accountId}&tier=gold`);
  expect(listed).toMatchObject([{ id, tier: "gold", account: { username: "dora" } }]);
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(await at.act("DELETE", "tiers/gold", {})).toBe(409);
  expect(await at.act("DELETE", "tiers/feeder", {})).toBe(409);
  expect(await at.act("DELETE", `keys/${id}`, {})).toBe(204);
  expect((await ask(`${at.rest.url}/v1/me`, key)).status).toBe(401);
  expect(await at.act("PUT", "tiers/none", { requestsPerMinute: 1 })).toBe(204);
  expect(await at.act("DELETE", "tiers/none", {})).toBe(204);
});

test("a blocked address is refused, which is counted, until the block is lifted", async () => {
  const added = await at.asOperator("POST", "blocks", {
    kind: "address",
    value: "203.0.113.9",
    reason: "flood",
  });
  const { id } = (await added.json()) as SenderBlock;
  const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const status = async () => (await fetch(`${at.rest.url}/v1/status`, { headers })).status;
  await until("the block", async () => (await status()) === 403);
  const block = await until("the count", async () =>
    (await at.read<SenderBlock[]>("blocks")).find((one) => one.id === id && (one.hits ?? 0) > 0),
  );
  expect(block).toMatchObject({ by: "olga", reason: "flood", value: "203.0.113.9" });
  expect(await at.act("DELETE", `blocks/${id}`, {})).toBe(204);
  await until("the end of the block", async () => (await status()) === 200);
  expect(await at.act("POST", "blocks", { kind: "address", value: "nobody" })).toBe(400);
  expect(await at.act("POST", "blocks", { kind: "address", value: "127.0.0.1" })).toBe(400);
});

test("a redaction is counted first; then the messages are deleted, and queued for feed logs", async () => {
  const { sql } = at.rest.database.database;
  const { accountId } = await addKeyOwner(at.rest.database, "erna");
  const [station] = await sql<{ id: number }[]>`
    insert into stations (ident, account_id) values ('AB-REDACT', ${accountId}) returning id`;
  const stationId = station?.id ?? 0;
  const ids = new MessageIds(() => Date.now() - 60_000);
  const messages = Array.from({ length: 3 }, () => testMessage({ id: ids.next(0), stationId }));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  const [since, until_] = [new Date(Date.now() - 3_600_000), new Date()];
  const target = { stationId, since: since.toISOString(), until: until_.toISOString() };
  const counted = await at.asOperator("POST", "redactions/preview", { target });
  expect(await counted.json()).toEqual({ messages: 3 });
  const done = await at.asOperator("POST", "redactions", { target, reason: "private" });
  expect(await done.json()).toEqual({ redacted: 3, more: false });
  expect((await at.rest.get(`/v1/messages/${messages[0]?.id}`)).status).toBe(410);
  expect(await sql`select 1 from feed_log_removals where account_id = ${accountId}`).toHaveLength(
    3,
  );
  const [record] = await sql`select reason, redacted_by as by from redactions limit 1`;
  expect(record).toEqual({ reason: "private", by: "olga" });
  for (const wrong of [{}, { stationId }, { ids: ["x"] }, { ids: [messages[0]?.id], stationId }]) {
    expect(await at.act("POST", "redactions", { target: wrong })).toBe(400);
  }
});

test("the audit log is filtered, paged and exported", async () => {
  const byMe = await at.read<AuditEntry[]>("audit-log?actor=olga&action=tier.set");
  expect(byMe.length).toBeGreaterThan(0);
  expect(new Set(byMe.map(({ action, actor }) => `${actor} ${action}`))).toEqual(
    new Set(["olga tier.set"]),
  );
  const [first, second] = await at.read<AuditEntry[]>("audit-log?limit=2");
  expect(await at.read(`audit-log?limit=1&before=${first?.id}`)).toEqual([second]);
  const exported = await (await at.asOperator("GET", "audit-log/export?actor=olga")).text();
  const lines = exported
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.every(({ actor }) => actor === "olga")).toBe(true);
  expect((await at.asOperator("GET", "audit-log?since=yesterday")).status).toBe(400);
});

test("a key with operate does what operators do without a sign-in, and makes no key like it", async () => {
  const { sql } = at.rest.database.database;
  const { accountId, key } = await addKeyOwner(at.rest.database, "key-operator", "unlimited");
  await db.accounts.setRole(sql, accountId, "operator");
  const other = await addKeyOwner(at.rest.database, "changed-by-key");
  const url = `${at.rest.url}/v1/operator`;
  const change = { method: "PATCH", body: { role: "operator", reason: "x" } };
  expect((await ask(`${url}/accounts/${other.accountId}`, key, change)).status).toBe(200);
  expect(await at.newestAction()).toMatchObject({ actor: "key-operator", action: "account.role" });
  const issue = async (scopes: readonly string[]) => {
    const body = { accountId, tier: "feeder", scopes, reason: "x" };
    return (await ask(`${url}/keys`, key, { method: "POST", body })).status;
  };
  expect(await issue(["read", "manage"])).toBe(201);
  expect(await issue(["read", "operate"])).toBe(403);
  const opened = await ask(`${at.rest.url}/v1/auth/sessions`, key, { method: "POST" });
  const { token } = (await opened.json()) as { token: string };
  expect((await ask(`${url}/accounts/${other.accountId}`, token, change)).status).toBe(403);
});
