import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { jetwire, startTcpProxy, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRig, type Rig, type TestGateway } from "./rig.ts";
import { ask, createUsers, payloads, type Users } from "./signed-in.ts";

let rig: Rig;
let users: Users;
let first: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  [first, second] = rig.gateways;
});
afterAll(() => rig[Symbol.asyncDispose]());

const offline = {
  type: "station.offline",
  title: "AB1 is silent",
  body: "Nothing events for an hour",
  data: { stationId: 1, ident: "AB1" },
} as const;

test("R-45: a stored notification is pushed to all sessions once, at once when the user is woken", async () => {
  const { sql } = rig.database.database;
  const user = await users.add();
  const clients = [await user.signIn(first), await user.signIn(second)];
  expect(await db.notifications.add(sql, { userId: user.userId, ...offline })).toBe(true);
  const beganMs = performance.now();
  await openStores(rig.redis, rig.keys.namespace).userChannel.wake(user.userId);
  for (const client of clients) {
    expect(await client.next("notification:new")).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...offline,
        createdAt: expect.stringMatching(/Z$/),
        readAt: null,
      },
    ]);
  }
  expect(performance.now() - beganMs).toBeLessThan(2_000);
  await db.notifications.add(sql, { userId: user.userId, ...offline, title: "another" });
  for (const client of clients) {
    expect((await client.next("notification:new", 2))[0]).toMatchObject({ title: "another" });
    expect(payloads(client, "notification:new")).toHaveLength(2);
  }
});

test("key.issued: the operator's command stores it, and an open session gets it within five seconds", async () => {
  const user = await users.add();
  const client = await user.signIn(second);
  const beganMs = performance.now();
  const servers = {
    databaseUrl: rig.database.url,
    redisUrl: rig.database.redisUrl,
    namespace: rig.keys.namespace,
  };
  const issued = await jetwire(servers, "keys", "issue", "--account", user.username);
  const { id, key } = issued as { id: string; key: string };
  const [notification] = await client.next("notification:new");
  expect(performance.now() - beganMs).toBeLessThan(5_000);
  expect(notification).toMatchObject({ type: "key.issued", data: { keyId: id, tier: "feeder" } });
  expect(JSON.stringify(notification)).not.toContain(key);
});

test("chat.message: a user without a session is notified at the next sign-in, once for each sender", async () => {
  const [sender, away] = [await users.add(), await users.add()];
  const client = await sender.signIn(first);
  await ask(client, "chat:message:send", { recipientId: away.userId, body: "one" });
  const { sql } = rig.database.database;
  // A notification is stored after the message is acknowledged.
  await until("the notification", async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from notifications where user_id = ${away.userId}`;
    return row?.count === 1;
  });
  await ask(client, "chat:message:send", { recipientId: away.userId, body: "two" });
  const back = await away.signIn(second);
  const [notification] = await back.next("notification:new");
  expect(notification).toMatchObject({
    type: "chat.message",
    title: `Message from ${sender.username}`,
    body: "one",
    data: { senderId: sender.userId },
  });
  // Pushed once: a second session does not get it again, nor is anybody whose session is open.
  const { id } = notification as { id: string };
  expect(await ask(back, "notification:read", { id })).toEqual({ ok: true });
  await ask(client, "chat:message:send", { recipientId: away.userId, body: "three" });
  await back.next("chat:message:new");
  const again = await away.signIn(first);
  await db.notifications.add(sql, { userId: away.userId, ...offline });
  await openStores(rig.redis, rig.keys.namespace).userChannel.wake(away.userId);
  for (const session of [back, again]) {
    await until("the marker", () =>
      payloads(session, "notification:new").some(
        (pushed) => (pushed as { type: string }).type === "station.offline",
      ),
    );
  }
  expect(payloads(back, "notification:new")).toHaveLength(2);
  expect(payloads(again, "notification:new")).toHaveLength(1);
});

test("A-20: only its user can mark a notification as read; other users', unknown and malformed ids are answered alike", async () => {
  const { sql } = rig.database.database;
  const [user, other] = [await users.add(), await users.add()];
  const [client, foreign] = [await user.signIn(first), await other.signIn(first)];
  await db.notifications.add(sql, { userId: user.userId, ...offline });
  await openStores(rig.redis, rig.keys.namespace).userChannel.wake(user.userId);
  const { id } = (await client.next("notification:new"))[0] as { id: string };
  const refusal = { ok: false, message: "Notification not found" };
  for (const tried of [id, "00000000-0000-4000-8000-000000000000", "x"]) {
    expect(await ask(foreign, "notification:read", { id: tried })).toEqual(refusal);
  }
  expect(payloads(foreign, "error")).toEqual(
    Array.from({ length: 3 }, () => ({ message: refusal.message })),
  );
  expect(await ask(foreign, "notification:read", { id: 7 })).toMatchObject({ ok: false });
  expect(payloads(foreign, "notification:new")).toEqual([]);
  const readAt = async () =>
    (
      await sql<{ readAt: string | null }[]>`
      select read_at from notifications where id = ${id}`
    )[0]?.readAt;
  expect(await readAt()).toBeNull();
  expect(await ask(client, "notification:read", { id })).toEqual({ ok: true });
  const read = await readAt();
  expect(read).toEqual(expect.any(String));
  expect(await ask(client, "notification:read", { id })).toEqual({ ok: true });
  expect(await readAt()).toEqual(read);
});

test("R-45: a notification is not lost when gateways look for new ones while its user is signing in", async () => {
  const { hostname, port } = new URL(rig.database.redisUrl);
  await using proxy = await startTcpProxy({ host: hostname, port: Number(port) });
  const gateway = await rig.startGateway({
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    REDIS_LIMITER_MS_MAX: "150",
    SESSION_CHECK_SECONDS: "0.1",
  });
  const [other, user] = [await users.add(), await users.add()];
  await other.signIn(gateway);
  await db.notifications.add(rig.database.database.sql, { userId: user.userId, ...offline });
  // Without Redis, signing in takes as long as the subscription to the user's channel is waited for.
  await proxy.refuse();
  const client = await user.signIn(gateway);
  expect(await client.next("notification:new")).toMatchObject([{ title: offline.title }]);
});
