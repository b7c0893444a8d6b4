import * as db from "@jetwire/db";
import type {
  AuditEntry,
  CspReport,
  DeadLetterContent,
  ListedDeadLetter,
  OperatorAccount,
  OperatorChatReport,
  OperatorKey,
  Problem,
  SenderBlock,
  WaitingClaim,
} from "@jetwire/protocol";
import { createMessageIds } from "@jetwire/protocol";
import {
  addSentHours,
  createRandom,
  hostileText,
  storeMessages,
  testMessage,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

let rest: RestUnderTest;
let operator: { accountId: string; token: string };

beforeAll(async () => {
  rest = await startRest({ REST_TRUSTED_PROXIES: "127.0.0.1", REST_EXEMPT_ADDRESSES: "127.0.0.1" });
  const { accountId } = await addKeyOwner(rest.database, "olga", "unlimited");
  await db.accounts.setRole(rest.database.database.sql, accountId, "operator");
  operator = { accountId, token: (await signIn(rest, accountId)).token };
});
afterAll(() => rest[Symbol.asyncDispose]());

async function asOperator(method: string, path: string, body?: unknown): Promise<Response> {
  return await ask(`${rest.url}/v1/operator/${path}`, operator.token, { method, body });
}

async function read<Value>(path: string): Promise<Value> {
  const response = await asOperator("GET", path);
  expect(response.status).toBe(200);
  return (await response.json()) as Value;
}

async function act(method: string, path: string, body: object): Promise<number> {
  return (await asOperator(method, path, { reason: "for a test", ...body })).status;
}

async function newestAction(): Promise<AuditEntry | undefined> {
  return (await read<AuditEntry[]>("audit-log?limit=1"))[0];
}

test("an account that is no operator sees and does nothing", async () => {
  for (const path of ["overview", "accounts", "audit-log", "dead-letters", "csp-reports"]) {
    const response = await ask(`${rest.url}/v1/operator/${path}`, rest.key);
    expect(response.status).toBe(403);
  }
});

describe("dead letters", () => {
  test("are listed with what can be read of them, however broken their entry is", async () => {
    const { sql } = rest.database.database;
    const random = createRandom(3);
    const texts = Array.from({ length: 12 }, () => hostileText(random, 300));
    const broken = [[], ["m"], ["m", "[]"], ["m", "{"], ["m", '{"stationId":1e99,"text":7}']];
    const fields = [...broken, ...texts.map((text) => ["v", "2", "m", JSON.stringify({ text })])];
    await db.deadLetters.add(
      sql,
      fields.map((one, n) => ({
        partition: 1,
        entryId: `${n}-1`,
        producer: null,
        seq: null,
        reason: "bad-message",
        detail: "x".repeat(5_000),
        fields: one,
        details: [],
      })),
    );
    const listed = await read<ListedDeadLetter[]>("dead-letters?reason=bad-message&limit=100");
    expect(listed).toHaveLength(fields.length);
    for (const { id, text, detail } of listed) {
      expect(Array.from(text).length).toBeLessThanOrEqual(120);
      expect(detail).toHaveLength(500);
      const content = await read<DeadLetterContent>(`dead-letters/${id}`);
      expect(content.id).toBe(id);
    }
    const [first, second] = listed;
    expect(await read(`dead-letters?reason=bad-message&limit=1&before=${first?.id}`)).toEqual([
      second,
    ]);
  });

  test("are dropped by id or by reason, with the reason in the audit log", async () => {
    const listed = await read<ListedDeadLetter[]>("dead-letters");
    const ids = listed.slice(0, 2).map(({ id }) => id);
    const dropped = await asOperator("POST", "dead-letters/drop", {
      selection: { ids },
      reason: "test data",
    });
    expect(await dropped.json()).toEqual({ dropped: 2, more: false });
    expect(await newestAction()).toMatchObject({
      actor: "olga",
      action: "dead-letter.drop",
      reason: "test data",
    });
    expect(await act("POST", "dead-letters/drop", { selection: { reason: "bad-message" } })).toBe(
      200,
    );
    expect(await read("dead-letters")).toEqual([]);
  });

  test.each([
    [{}, "selection"],
    [{ selection: {} }, "selection"],
    [{ selection: { ids: [1], reason: "x" } }, "selection"],
    [{ selection: { ids: [] } }, "selection.ids"],
    [{ selection: { ids: [-1] } }, "selection.ids.0"],
    [{ selection: { ids: [1] }, reason: " " }, "reason"],
    [{ selection: { ids: [1] }, reason: "a\u0000b" }, "reason"],
  ])("a retry with %j names %s", async (body, field) => {
    const response = await asOperator("POST", "dead-letters/retry", { reason: "x", ...body });
    expect(response.status).toBe(400);
    const problem = (await response.json()) as Problem;
    expect(problem.errors?.map((error) => error.field)).toContain(field);
  });
});

test("a claim is listed with its rivals and networks, and decided with a notification that has the reason", async () => {
  const { sql } = rest.database.database;
  const [ann, ben] = [
    await addKeyOwner(rest.database, "ann"),
    await addKeyOwner(rest.database, "ben"),
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
  const waiting = await read<WaitingClaim[]>("claims");
  const claim = waiting.find(({ claimant }) => claimant.username === "ann");
  expect(claim).toMatchObject({ rivals: ["ben"], networks: [1, 0.25], note: "mine" });
  const decision = `claims/${claim?.id}/decision`;
  expect(await act("POST", decision, { approved: true, reason: "knew the frequency" })).toBe(204);
  expect(await act("POST", decision, { approved: true })).toBe(404);
  const [station] = await sql`select account_id as owner from stations where id = ${stationId}`;
  expect(station?.["owner"]).toBe(ann.accountId);
  const [notification] = await sql`select body from notifications where user_id = ${ann.accountId}`;
  expect(notification?.["body"]).toBe("Station AB-RIVALS is yours now. knew the frequency");
  const other = (await read<WaitingClaim[]>("claims")).find(
    (one) => one.claimant.username === "ben",
  );
  const owned = await asOperator("POST", `claims/${other?.id}/decision`, {
    approved: true,
    reason: "x",
  });
  expect(owned.status).toBe(409);
  expect(await act("POST", `claims/${other?.id}/decision`, { approved: false })).toBe(204);
});

describe("reports of chat messages", () => {
  test("are shown with the last 20 messages up to the reported one, which the audit log records", async () => {
    const { id } = await addReport("buy this");
    const conversation = await read<{ messages: { body: string }[] }>(`chat-reports/${id}`);
    expect(conversation.messages).toHaveLength(20);
    expect(conversation.messages.at(-1)?.body).toBe("buy this");
    expect(await newestAction()).toMatchObject({ action: "chat-report.read", object: { id } });
  });

  test.each([
    ["dismiss", false, "a bad word"],
    ["block", true, "b bad word"],
    ["redact", false, "c bad word"],
  ])("are resolved by %s, once", async (action, isBanned, body) => {
    const { sql } = rest.database.database;
    const { id, author, messageId } = await addReport(body);
    const path = `chat-reports/${id}/resolution`;
    expect(await act("POST", path, { action })).toBe(204);
    expect(await act("POST", path, { action })).toBe(404);
    const [row] = await sql`
      select banned_at is not null as banned,
        (select m.body from chat_messages m where m.id = ${messageId}) as body
      from accounts where id = ${author}`;
    expect(row).toEqual({ banned: isBanned, body: action === "redact" ? "" : body });
    const open = await read<OperatorChatReport[]>("chat-reports");
    expect(open.map((report) => report.id)).not.toContain(id);
    const resolved = await read<OperatorChatReport[]>("chat-reports?resolved=true");
    expect(resolved.find((report) => report.id === id)?.resolution).toBe(`${action}: for a test`);
  });
});

describe("accounts", () => {
  test("are found by the beginning of their name, by their id and by role, page by page", async () => {
    const { accountId } = await addKeyOwner(rest.database, "Find_me");
    const found = await read<OperatorAccount[]>("accounts?q=find_");
    expect(found).toMatchObject([
      { id: accountId, username: "Find_me", tiers: ["feeder"], keys: 1 },
    ]);
    expect(await read(`accounts?q=${accountId}`)).toEqual(found);
    const operators = await read<OperatorAccount[]>("accounts?role=operator");
    expect(operators.map(({ username }) => username)).toEqual(["olga"]);
    const [newest] = await read<OperatorAccount[]>("accounts?limit=1");
    const next = await read<OperatorAccount[]>(`accounts?limit=1&before=${newest?.id}`);
    expect(next[0]?.id).not.toBe(newest?.id);
  });

  test("change role, tier and ban, and are signed out, ended and erased", async () => {
    const { accountId, key } = await addKeyOwner(rest.database, "carl");
    const path = `accounts/${accountId}`;
    const changed = await asOperator("PATCH", path, {
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
    await act("PATCH", path, { role: "user", banned: false });
    const { token } = await signIn(rest, accountId);
    expect((await ask(`${rest.url}/v1/me`, token)).status).toBe(200);
    const exported = await (await ask(`${rest.url}/v1/me/export`, key)).text();
    expect(exported).toContain('"actor":"operator"');
    expect(exported).not.toContain("olga");
    expect(await act("POST", `${path}/sign-out`, {})).toBe(204);
    expect((await ask(`${rest.url}/v1/me`, token)).status).toBe(401);
    expect((await ask(`${rest.url}/v1/me`, key)).status).toBe(200);
    expect(await act("POST", `${path}/end`, {})).toBe(204);
    expect((await ask(`${rest.url}/v1/me`, key)).status).toBe(401);
    expect(await act("POST", `${path}/end`, {})).toBe(404);
    expect(await act("POST", `${path}/erase`, { confirm: "somebody" })).toBe(400);
    expect(await act("POST", `${path}/erase`, { confirm: "carl" })).toBe(202);
    expect(await newestAction()).toMatchObject({
      action: "account.erase",
      object: { id: accountId },
    });
  });

  test("operators cannot change their own role, end or erase themselves", async () => {
    const path = `accounts/${operator.accountId}`;
    expect(await act("PATCH", path, { role: "user" })).toBe(400);
    expect(await act("POST", `${path}/end`, {})).toBe(400);
    expect(await act("POST", `${path}/erase`, { confirm: "olga" })).toBe(400);
    expect(await act("PATCH", path, { tier: "no-such" })).toBe(400);
  });
});

test("keys are issued in a tier, listed and revoked; a tier that has keys stays", async () => {
  const { accountId } = await addKeyOwner(rest.database, "dora");
  expect(await act("PUT", "tiers/gold", { requestsPerMinute: 600 })).toBe(204);
  const issued = await asOperator("POST", "keys", { accountId, tier: "gold", reason: "paid" });
  const { id, key } = (await issued.json()) as { id: string; key: string };
  expect((await ask(`${rest.url}/v1/me`, key)).status).toBe(200);
  const listed = await read<OperatorKey[]>(`keys?account=${accountId}&tier=gold`);
  expect(listed).toMatchObject([{ id, tier: "gold", account: { username: "dora" } }]);
  expect(JSON.stringify(listed)).not.toContain(key);
  expect(await act("DELETE", "tiers/gold", {})).toBe(409);
  expect(await act("DELETE", "tiers/feeder", {})).toBe(409);
  expect(await act("DELETE", `keys/${id}`, {})).toBe(204);
  expect((await ask(`${rest.url}/v1/me`, key)).status).toBe(401);
  expect(await act("PUT", "tiers/none", { requestsPerMinute: 1 })).toBe(204);
  expect(await act("DELETE", "tiers/none", {})).toBe(204);
});

test("a blocked address is refused, which is counted, until the block is lifted", async () => {
  const added = await asOperator("POST", "blocks", {
    kind: "address",
    value: "203.0.113.9",
    reason: "flood",
  });
  const { id } = (await added.json()) as SenderBlock;
  const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const status = async () => (await fetch(`${rest.url}/v1/status`, { headers })).status;
  await until("the block", async () => (await status()) === 403);
  const block = await until("the count", async () =>
    (await read<SenderBlock[]>("blocks")).find((one) => one.id === id && (one.hits ?? 0) > 0),
  );
  expect(block).toMatchObject({ by: "olga", reason: "flood", value: "203.0.113.9" });
  expect(await act("DELETE", `blocks/${id}`, {})).toBe(204);
  await until("the end of the block", async () => (await status()) === 200);
  expect(await act("POST", "blocks", { kind: "address", value: "nobody" })).toBe(400);
  expect(await act("POST", "blocks", { kind: "address", value: "127.0.0.1" })).toBe(400);
});

test("a redaction is counted first; then the messages are deleted, and queued for feed logs", async () => {
  const { sql } = rest.database.database;
  const { accountId } = await addKeyOwner(rest.database, "erna");
  const [station] = await sql<{ id: number }[]>`
    insert into stations (ident, account_id) values ('AB-REDACT', ${accountId}) returning id`;
  const stationId = station?.id ?? 0;
  const ids = createMessageIds(() => Date.now() - 60_000);
  const messages = Array.from({ length: 3 }, () => testMessage({ id: ids.next(0), stationId }));
  await storeMessages(
    sql,
    messages.map((message) => ({ message, flightKey: null })),
  );
  const [since, until_] = [new Date(Date.now() - 3_600_000), new Date()];
  const target = { stationId, since: since.toISOString(), until: until_.toISOString() };
  const counted = await asOperator("POST", "redactions/preview", { target });
  expect(await counted.json()).toEqual({ messages: 3 });
  const done = await asOperator("POST", "redactions", { target, reason: "private" });
  expect(await done.json()).toEqual({ redacted: 3, more: false });
  expect((await rest.get(`/v1/messages/${messages[0]?.id}`)).status).toBe(410);
  expect(await sql`select 1 from feed_log_removals where account_id = ${accountId}`).toHaveLength(
    3,
  );
  const [record] = await sql`select reason, redacted_by as by from redactions limit 1`;
  expect(record).toEqual({ reason: "private", by: "olga" });
  for (const wrong of [{}, { stationId }, { ids: ["x"] }, { ids: [messages[0]?.id], stationId }]) {
    expect(await act("POST", "redactions", { target: wrong })).toBe(400);
  }
});

test("the audit log is filtered, paged and exported", async () => {
  const byMe = await read<AuditEntry[]>("audit-log?actor=olga&action=tier.set");
  expect(byMe.length).toBeGreaterThan(0);
  expect(new Set(byMe.map(({ action, actor }) => `${actor} ${action}`))).toEqual(
    new Set(["olga tier.set"]),
  );
  const [first, second] = await read<AuditEntry[]>("audit-log?limit=2");
  expect(await read(`audit-log?limit=1&before=${first?.id}`)).toEqual([second]);
  const exported = await (await asOperator("GET", "audit-log/export?actor=olga")).text();
  const lines = exported
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AuditEntry);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.every(({ actor }) => actor === "olga")).toBe(true);
  expect((await asOperator("GET", "audit-log?since=yesterday")).status).toBe(400);
});

describe("reports of the page's policy", () => {
  test("are kept without queries, control characters and long texts", async () => {
    const sent = await sendReport("203.0.113.20", {
      "document-uri": "https://host.example/link?x=1#t=secret",
      "effective-directive": "script-src-elem",
      "blocked-uri": `https://evil.example/\u0000${"x".repeat(5_000)}`,
      "script-sample": 7,
      "other-member": { deep: true },
    });
    expect(sent.status).toBe(204);
    const [kept] = await read<CspReport[]>("csp-reports");
    expect(kept).toMatchObject({ directive: "script-src-elem", page: "/link", sample: "" });
    expect(kept?.blocked).toHaveLength(200);
    expect(JSON.stringify(kept)).not.toContain("secret");
  });

  test("are limited by network, and the last 50 are kept", async () => {
    for (let n = 0; n < 60; n++) {
      await sendReport(`203.0.113.${100 + Math.floor(n / 9)}`, {
        "violated-directive": `made-up-${n}`,
      });
    }
    expect(await read<CspReport[]>("csp-reports")).toHaveLength(50);
    const statuses = [];
    for (let n = 0; n < 12; n++) statuses.push((await sendReport("203.0.113.99", {})).status);
    expect(statuses).toContain(429);
    expect((await sendReport("203.0.113.98", {}, "text/plain")).status).toBe(415);
  });
});

async function addReport(body: string): Promise<{ id: string; author: string; messageId: string }> {
  const { sql } = rest.database.database;
  const name = body.replaceAll(" ", "-");
  const author = await addKeyOwner(rest.database, `author-${name}`);
  const reader = await addKeyOwner(rest.database, `reader-${name}`);
  const from = { senderId: author.accountId, recipientId: reader.accountId, clientId: null };
  for (let n = 0; n < 25; n++) await db.chat.storeMessage(sql, { ...from, body: `before ${n}` });
  const stored = await db.chat.storeMessage(sql, { ...from, body });
  const messageId = stored.status === "stored" ? stored.message.id : "";
  await db.chat.storeMessage(sql, { ...from, body: "after" });
  await db.chat.reportMessage(sql, reader.accountId, { messageId, reason: "spam" });
  const reports = await read<OperatorChatReport[]>("chat-reports");
  const report = reports.find((one) => one.messageId === messageId);
  return { id: report?.id ?? "", author: author.accountId, messageId };
}

async function sendReport(address: string, violation: unknown, type = "application/csp-report") {
  return await fetch(`${rest.url}/v1/csp-reports`, {
    method: "POST",
    headers: {
      "content-type": type,
      "x-forwarded-for": address,
      "x-forwarded-proto": "https",
    },
    body: JSON.stringify({ "csp-report": violation }),
  });
}

test("a key with operate does what operators do without a sign-in, and makes no key like it", async () => {
  const { sql } = rest.database.database;
  const { accountId, key } = await addKeyOwner(rest.database, "key-operator", "unlimited");
  await db.accounts.setRole(sql, accountId, "operator");
  const other = await addKeyOwner(rest.database, "changed-by-key");
  const url = `${rest.url}/v1/operator`;
  const change = { method: "PATCH", body: { role: "operator", reason: "x" } };
  expect((await ask(`${url}/accounts/${other.accountId}`, key, change)).status).toBe(200);
  expect(await newestAction()).toMatchObject({ actor: "key-operator", action: "account.role" });
  const issue = async (scopes: readonly string[]) => {
    const body = { accountId, tier: "feeder", scopes, reason: "x" };
    return (await ask(`${url}/keys`, key, { method: "POST", body })).status;
  };
  expect(await issue(["read", "manage"])).toBe(201);
  expect(await issue(["read", "operate"])).toBe(403);
  const opened = await ask(`${rest.url}/v1/auth/sessions`, key, { method: "POST" });
  const { token } = (await opened.json()) as { token: string };
  expect((await ask(`${url}/accounts/${other.accountId}`, token, change)).status).toBe(403);
});
