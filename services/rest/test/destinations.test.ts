import type { Sql } from "@jetwire/db";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let sql: Sql;
let other = "";

beforeAll(async () => {
  rest = await startRest({ DELIVERY_ALLOWED_HOSTS: "ntfy.home.arpa" });
  ({ sql } = rest.database.database);
  other = (await addKeyOwner(rest.database, "other", "unlimited")).key;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function send(method: string, path: string, body?: unknown, key = rest.key) {
  return await ask(`${rest.url}/v1${path}`, key, { method, ...(body !== undefined && { body }) });
}

const webhook = {
  name: "Mine",
  channel: "webhook",
  url: "https://receiver.example/hook",
  types: ["alert.match"],
};
const Added = z.looseObject({ id: z.string(), secret: z.string().nullable() });

async function add(body: object) {
  const answer = await send("POST", "/destinations", body);
  expect(answer.status).toBe(201);
  return Added.parse(await answer.json());
}

test("a webhook is added with a secret that is shown once, listed, changed and removed by its owner alone", async () => {
  const { secret, ...added } = await add(webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(added).toMatchObject({
    name: "Mine",
    channel: "webhook",
    address: "https://receiver.example/hook",
    types: ["alert.match"],
    ruleIds: [],
    enabled: true,
    failingSince: null,
    previousSecretUntil: null,
  });
  const listed = await (await send("GET", "/destinations")).text();
  expect(JSON.parse(listed)).toContainEqual(added);
  expect(listed).not.toContain("whsec_");
  expect(await (await send("GET", "/destinations", undefined, other)).json()).toEqual([]);
  const path = `/destinations/${added.id}`;
  for (const [method, suffix, body] of [
    ["PATCH", "", { name: "x" }],
    ["DELETE", "", undefined],
    ["POST", "/test", undefined],
    ["POST", "/secret", {}],
    ["GET", "/deliveries", undefined],
  ] as const) {
    expect((await send(method, path + suffix, body, other)).status).toBe(404);
  }
  const changed = await send("PATCH", path, { types: ["chat.message"], enabled: false });
  expect(await changed.json()).toMatchObject({ types: ["chat.message"], enabled: false });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("DELETE", path)).status).toBe(404);
  const log = await sql`select action from audit_log where object_id = ${added.id} order by id`;
  expect(log.map(({ action }) => String(action))).toEqual([
    "destination.add",
    "destination.change",
    "destination.remove",
  ]);
});

test("a secret is replaced by another one that is shown once, and the one before ends after a day or at once", async () => {
  const { secret, ...added } = await add(webhook);
  const path = `/destinations/${added.id}/secret`;
  async function targetOf() {
    const [row] = await sql<{ target: unknown }[]>`
      select target from destinations where id = ${added.id}`;
    return row?.target;
  }
  const first = await send("POST", path, {});
  expect(first.status).toBe(200);
  const replaced = Added.parse(await first.json());
  expect(replaced.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  expect(replaced.secret).not.toBe(secret);
  const untilMs = Date.parse(String(replaced["previousSecretUntil"]));
  expect(untilMs).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(untilMs).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  expect(await targetOf()).toMatchObject({ secret: replaced.secret, previousSecret: secret });
  const listed = await (await send("GET", "/destinations")).text();
  expect(listed).toContain(String(replaced["previousSecretUntil"]));
  expect(listed).not.toContain("whsec_");

  const last = Added.parse(await (await send("POST", path, { endPrevious: true })).json());
  expect(last).toMatchObject({ previousSecretUntil: null });
  expect(await targetOf()).toEqual({
    channel: "webhook",
    url: webhook.url,
    secret: last.secret,
  });
  const log = await sql`select details from audit_log where action = 'destination.replace-secret'`;
  expect(JSON.stringify(log)).not.toContain("whsec_");
  expect(log).toHaveLength(2);

  const chat = await add({ ...webhook, name: "b", channel: "slack" });
  expect((await send("POST", `/destinations/${chat.id}/secret`, {})).status).toBe(409);
  for (const { id } of [added, chat]) await send("DELETE", `/destinations/${id}`);
});

test("what opens a destination is shown by no answer and no log of actions", async () => {
  const types = ["alert.match"];
  const added = [
    await add({ name: "a", channel: "slack", url: "https://hooks.example/T0/SECRETPART", types }),
    await add({ name: "b", channel: "telegram", token: "1:SECRETPART", chatId: "@channel", types }),
    await add({
      name: "c",
      channel: "ntfy",
      url: "https://ntfy.example",
      topic: "jets",
      types,
      token: "SECRETPART",
    }),
  ];
  expect(added.map(({ address }) => address)).toEqual([
    "hooks.example/…PART",
    "@channel",
    "ntfy.example/jets",
  ]);
  const listed = await (await send("GET", "/destinations")).text();
  const actions = JSON.stringify(await sql`select * from audit_log`);
  for (const text of [listed, actions, JSON.stringify(added)]) {
    expect(text).not.toContain("SECRETPART");
  }
  for (const { id } of added) await send("DELETE", `/destinations/${id}`);
});

describe("refusals name the member", () => {
  test.each([
    ["name", { ...webhook, name: "" }],
    ["name", { ...webhook, name: "a\u202eb" }],
    ["channel", { ...webhook, channel: "pager" }],
    ["url", { ...webhook, url: undefined }],
    ["url", { ...webhook, url: "http://receiver.example" }],
    ["url", { ...webhook, url: "http://127.0.0.1" }],
    ["url", { ...webhook, url: "https://user@receiver.example" }],
    ["url", { ...webhook, url: "file:///etc/passwd" }],
    ["url", { ...webhook, url: `https://receiver.example/${"x".repeat(500)}` }],
    ["topic", { ...webhook, topic: "jets" }],
    ["topic", { ...webhook, channel: "ntfy" }],
    ["topic", { ...webhook, channel: "ntfy", topic: "a/b" }],
    ["token", { ...webhook, channel: "ntfy", topic: "jets", token: "a\r\nb: c" }],
    ["chatId", { ...webhook, channel: "telegram", url: undefined, token: "1:a" }],
    ["push", { ...webhook, channel: "webpush", url: undefined }],
    ["types", { ...webhook, types: [] }],
    ["types.0", { ...webhook, types: ["no.such"] }],
    ["ruleIds.0", { ...webhook, ruleIds: ["x"] }],
    ["extra", { ...webhook, extra: 1 }],
  ])("%s of %j", async (field, body) => {
    const answer = await send("POST", "/destinations", body);
    expect(answer.status).toBe(400);
    const problem = z.object({ errors: z.array(z.object({ field: z.string() })) });
    const { errors } = problem.parse(await answer.json());
    expect(errors.map((error) => error.field)).toContain(field);
  });

  test.each([
    ["zone", { zone: "Nowhere/Town" }],
    ["zone", { zone: "x'; drop table accounts" }],
    ["from", { from: "24:00" }],
    ["to", { to: "22:00" }],
    ["keeps", { keeps: "yes" }],
  ])("%s of quiet hours %j", async (field, over) => {
    const hours = { zone: "Europe/Berlin", from: "22:00", to: "07:30", keeps: true, ...over };
    const answer = await send("PUT", "/quiet-hours", hours);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(`"field":"${field}"`);
  });
});

test("a server of the operator's network is accepted over http", async () => {
  const { id } = await add({
    name: "home",
    channel: "ntfy",
    url: "http://ntfy.home.arpa:8080",
    topic: "jets",
    types: ["alert.match"],
  });
  expect((await send("DELETE", `/destinations/${id}`)).status).toBe(204);
});

test("a test waits until chores has sent it, and an account has ten destinations", async () => {
  const { id } = await add(webhook);
  const asked = send("POST", `/destinations/${id}/test`);
  const [due] = await expect
    .poll(async () => await db.deliveries.claim(sql, 1), { timeout: 5_000 })
    .not.toEqual([])
    .then(async () => sql<{ id: string }[]>`select id from outbox where kind = 'test'`);
  const said = { status: 503, answer: "busy" };
  await db.deliveries.fail(sql, { id: due?.id ?? "", destinationId: id }, said, 0);
  expect(await (await asked).json()).toEqual({ delivered: false, ...said });
  const deliveries = await send("GET", `/destinations/${id}/deliveries?limit=1`);
  expect(deliveries.headers.get("x-result-count")).toBe("1");
  expect(await deliveries.json()).toMatchObject([
    { type: "test", status: "given-up", lastStatus: 503, lastAnswer: "busy", attempts: 1 },
  ]);
  for (let n = 0; n < 9; n++) await add(webhook);
  expect((await send("POST", "/destinations", webhook)).status).toBe(400);
});

test("quiet hours are set, read and removed", async () => {
  const none = { quietHours: null };
  expect(await (await send("GET", "/quiet-hours")).json()).toEqual(none);
  const quietHours = { zone: "Asia/Kolkata", from: "22:05", to: "07:30", keeps: false };
  expect((await send("PUT", "/quiet-hours", quietHours)).status).toBe(204);
  expect(await (await send("GET", "/quiet-hours")).json()).toEqual({ quietHours });
  for (let n = 0; n < 2; n++) expect((await send("DELETE", "/quiet-hours")).status).toBe(204);
  expect(await (await send("GET", "/quiet-hours")).json()).toEqual(none);
});
