import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { until } from "@jetwire/testbed";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DeliveryScene, openDeliveryScene, publicUrl, secret } from "./delivery-scene.ts";
import type { Receiver } from "@jetwire/testbed";

let scene: DeliveryScene;
let sql: Sql;
let receiver: Receiver;

beforeAll(async () => {
  scene = await openDeliveryScene();
  ({ sql, receiver } = scene);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.begin());

/** The path of this test's account at the receiver. */
function own(): string {
  return new URL(scene.url()).pathname;
}

test("a webhook gets a signed message that the standard library verifies, once from two processes", async () => {
  const id = await scene.addDestination();
  await scene.notify();
  const [one] = await scene.received(1);
  const verified = new Webhook(secret).verify(one?.body ?? "", one?.headers ?? {});
  expect(verified).toMatchObject({
    type: "station.offline",
    data: {
      title: "AB-1 is offline",
      body: "No message since noon.",
      link: `${publicUrl}/stations/7`,
      facts: { stationId: 7 },
    },
  });
  expect(() => new Webhook(secret).verify(`${one?.body} `, one?.headers ?? {})).toThrow(
    /signature/,
  );
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["delivered"]);
  const [delivery] = await scene.listed(id);
  expect(delivery).toMatchObject({
    id: one?.headers["webhook-id"],
    type: "station.offline",
    attempts: 1,
    lastStatus: 200,
    lastAnswer: "ok",
    nextAttemptAt: null,
  });
  expect(scene.ofAccount()).toHaveLength(1);
  const [row] = await sql`select facts from outbox where destination_id = ${id}`;
  expect(row).toEqual({ facts: {} });
});

test("while a replaced secret is valid, both of a webhook verify a message, and afterwards the new one only", async () => {
  const id = await scene.addDestination();
  const newSecret = `whsec_${Buffer.from("n".repeat(24)).toString("base64")}`;
  const replaced = { id, accountId: scene.accountId() };
  await db.destinations.replaceSecret(sql, replaced, newSecret, 60);
  await scene.notify();
  const [first] = await scene.received(1);
  for (const one of [secret, newSecret]) {
    new Webhook(one).verify(first?.body ?? "", first?.headers ?? {});
  }
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["delivered"]);

  await sql`update destinations set previous_secret_until = now() where id = ${id}`;
  await scene.notify();
  const [, second] = await scene.received(2);
  new Webhook(newSecret).verify(second?.body ?? "", second?.headers ?? {});
  expect(() => new Webhook(secret).verify(second?.body ?? "", second?.headers ?? {})).toThrow(
    /signature/,
  );
});

test("only what a destination wants goes there: its types, and of matches those of its rules", async () => {
  const ruleId = crypto.randomUUID();
  await scene.addDestination({}, { types: ["alert.match"], ruleIds: [ruleId] });
  await scene.notify();
  const match = { type: "alert.match", title: "Company", body: "UAL123: x" } as const;
  await scene.notify({ ...match, data: { ruleId: crypto.randomUUID(), messageId: "other" } });
  await scene.notify({ ...match, data: { ruleId, messageId: "m 1" } });
  const [one] = await scene.received(1);
  expect(one?.json["data"]).toMatchObject({ link: `${publicUrl}/messages/m%201` });
  const rows = await sql`select 1 from outbox where account_id = ${scene.accountId()}`;
  expect(rows).toHaveLength(1);
});

test("of a receiver that is down for hours nothing is missing, and what it gets again has the same id", async () => {
  const id = await scene.addDestination();
  // It fails in every way, and takes some without an answer: these come again.
  let n = 0;
  receiver.answer = () => (n++ % 2 === 0 ? [503, "down"] : "close");
  for (let i = 0; i < 20; i++) await scene.notify({ title: `message ${i}` });
  await until(
    "each to be tried",
    async () => {
      return (await scene.listed(id)).every(({ attempts }) => attempts > 0);
    },
    60_000,
  );
  const [failing] = await db.destinations.list(sql, scene.accountId());
  expect(failing?.failingSince).toEqual(expect.any(String));
  await scene.passTime(1);
  receiver.answer = () => [204];
  await until(
    "all of them",
    async () => {
      await scene.makeDue();
      return (await scene.listed(id)).every(({ status }) => status === "delivered");
    },
    60_000,
  );
  const titles = scene.ofAccount().map(({ json, headers }) => ({
    title: String((json["data"] as Record<string, unknown>)["title"]),
    id: headers["webhook-id"],
  }));
  const ids = Map.groupBy(titles, ({ title }) => title);
  expect(ids.size).toBe(20);
  for (const [, same] of ids) expect(new Set(same.map((one) => one.id)).size).toBe(1);
  expect(new Set(titles.map((one) => one.id)).size).toBe(20);
  expect((await db.destinations.list(sql, scene.accountId()))[0]).toMatchObject({
    failingSince: null,
  });
}, 120_000);

test("waits grow from ten seconds to hours, and differ", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [500, "broken"];
  await scene.notify();
  const waits: number[] = [];
  for (let attempts = 1; attempts <= 8; attempts++) {
    await until("the attempt", async () => {
      const [one] = await scene.listed(id);
      return one?.attempts === attempts && one.lastStatus === 500;
    });
    const [row] = await sql<{ seconds: number }[]>`
      select extract(epoch from next_attempt_at - now())::float8 as seconds from outbox where destination_id = ${id}`;
    waits.push(row?.seconds ?? 0);
    await until("it is free", async () => {
      const rows = await sql`select 1 from destinations where id = ${id} and busy_until <= now()`;
      return rows.length > 0;
    });
    await sql`
      update outbox set next_attempt_at = now(), last_status = null where destination_id = ${id}`;
  }
  const bounds = [10, 40, 160, 640, 2_560, 10_240, 14_400, 14_400];
  for (const [n, most] of bounds.entries()) {
    expect(waits[n]).toBeGreaterThan(0.8 * most - 3);
    expect(waits[n]).toBeLessThan(1.2 * most);
  }
}, 60_000);

test("a receiver that asks for time gets it", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [429, "slow down", { "retry-after": "600" }];
  await scene.notify();
  await until("the refusal", async () => (await scene.listed(id))[0]?.lastStatus === 429);
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from outbox where destination_id = ${id}`;
  expect(row?.seconds).toBeGreaterThan(590);
});

test("after three days of failures it is given up, and its owner is notified, elsewhere too", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [500, "broken"];
  await scene.notify();
  await until("the attempt", async () => (await scene.listed(id))[0]?.lastStatus === 500);
  await scene.passTime(73);
  await scene.addDestination({ path: "/elsewhere" }, { types: ["destination.failing"] });
  receiver.answer = () => [200];
  const rows = await db.deliveries.giveUpExpired(sql);
  expect(rows.rows).toBeGreaterThanOrEqual(1);
  expect(rows.accountIds).toContain(scene.accountId());
  const [one] = await scene.listed(id);
  expect(one).toMatchObject({ status: "given-up", lastAnswer: "broken", nextAttemptAt: null });
  const [destination] = await db.destinations.list(sql, scene.accountId());
  expect(destination).toMatchObject({ id, enabled: false });
  const notes =
    await sql`select type, title, body from notifications where user_id = ${scene.accountId()} order by id desc limit 1`;
  expect(notes).toEqual([
    {
      type: "destination.failing",
      title: "Nothing reaches Mine",
      body: "Messages could not be delivered for three days. It is switched off until you switch it on. The last answer: broken",
    },
  ]);
  const [elsewhere] = await until("it elsewhere", () => {
    const found = receiver.received.filter(({ path }) => path === `${own()}/elsewhere`);
    return found.length > 0 && found;
  });
  expect(elsewhere?.json["type"]).toBe("destination.failing");
  // Switched on again, it works.
  await db.destinations.change(sql, { id, accountId: scene.accountId() }, { enabled: true });
  await scene.notify();
  await expect
    .poll(() => scene.statuses(id), { timeout: 10_000 })
    .toEqual(["delivered", "given-up"]);
});

test("a receiver that is closed for good is switched off at once, with what waits", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [410, "closed"];
  for (let n = 0; n < 3; n++) await scene.notify();
  await expect
    .poll(() => scene.statuses(id), { timeout: 10_000 })
    .toEqual(["given-up", "given-up", "given-up"]);
  expect((await db.destinations.list(sql, scene.accountId()))[0]).toMatchObject({ enabled: false });
  expect(scene.ofAccount()).toHaveLength(1);
  await until("its owner to be woken", () => scene.woken.includes(scene.accountId()));
});

test("a destination that is switched off gets nothing but tests", async () => {
  const id = await scene.addDestination();
  await db.destinations.change(sql, { id, accountId: scene.accountId() }, { enabled: false });
  await scene.notify();
  const queued = await db.deliveries.queueTest(sql, { id, accountId: scene.accountId() });
  if (typeof queued === "string") throw new Error(queued);
  const result = await until("the test", () => db.deliveries.readTest(sql, queued.deliveryId));
  expect(result).toEqual({ delivered: true, status: 200, answer: "ok" });
  expect(scene.ofAccount().map(({ json }) => json["type"])).toEqual(["test"]);
});

test("a test that fails says why, and is not repeated", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [403, "<h1>No\u0000\nentry</h1>\u202e"];
  const queued = await db.deliveries.queueTest(sql, { id, accountId: scene.accountId() });
  if (typeof queued === "string") throw new Error(queued);
  const result = await until("the test", () => db.deliveries.readTest(sql, queued.deliveryId));
  expect(result).toEqual({ delivered: false, status: 403, answer: "<h1>No entry</h1>" });
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["given-up"]);
});

test("an account has 120 deliveries an hour; the first one beyond is named, the others are left out", async () => {
  const id = await scene.addDestination({}, { types: ["system.announcement"] });
  await db.destinations.change(sql, { id, accountId: scene.accountId() }, { enabled: false });
  await sql`
    insert into outbox (id, kind, destination_id, account_id, facts, expires_at, sent_at)
    select outbox_id(), 'system.announcement', ${id}, ${scene.accountId()}, '{}', now(), now() from generate_series(1, 119)`;
  await db.destinations.change(sql, { id, accountId: scene.accountId() }, { enabled: true });
  for (let n = 0; n < 4; n++) await scene.notify({ type: "system.announcement" });
  const [beyond, last, ...others] = await scene.listed(id);
  expect(others).toHaveLength(119);
  expect(last).toMatchObject({ type: "system.announcement" });
  expect(last?.lastAnswer ?? "").not.toContain("Left out");
  expect(beyond).toMatchObject({
    status: "given-up",
    lastAnswer: "Left out: the account has had 120 deliveries in an hour.",
  });
  expect(await db.deliveries.queueTest(sql, { id, accountId: scene.accountId() })).toBe("too-many");
});

test("a notification that is rolled back is not delivered", async () => {
  const id = await scene.addDestination();
  await expect(
    sql`
      with one as (
        insert into notifications (id, user_id, type, title, body, data)
        values (gen_random_uuid(), ${scene.accountId()}, 'station.offline', 't', 'b', '{}') returning 1 as n
      ) select n / 0 from one`,
  ).rejects.toThrow(/division/);
  expect(await scene.listed(id)).toEqual([]);
});

test("the words of a redacted message and of an erased user wait for no destination", async () => {
  const id = await scene.addDestination();
  receiver.answer = () => [500];
  const bob = (await db.accounts.add(sql, `bob-${own().slice(1)}`))?.id ?? "";
  const messageId = "018f0000-0000-7000-8000-000000000001";
  await scene.notify({ type: "alert.match", data: { messageId } });
  await scene.notify({ type: "chat.message", data: { senderId: bob } });
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["waiting", "waiting"]);
  await sql`insert into redactions (message_id, reason, redacted_by) values (${messageId}, 'x', 'olga')`;
  await db.deliveries.giveUpExpired(sql);
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["waiting", "given-up"]);
  expect(
    await sql`select 1 from notifications where user_id = ${scene.accountId()} and type = 'destination.failing'`,
  ).toEqual([]);
  const erasure = await db.erasures.beginForAccount(sql, bob, { kind: "account", id: bob });
  if (erasure === null) throw new Error("no erasure");
  while ((await db.erasures.eraseNext(sql, erasure, 100)) > 0);
  await expect.poll(() => scene.statuses(id), { timeout: 10_000 }).toEqual(["given-up"]);
});
