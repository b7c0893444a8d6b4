import { randomUUID } from "node:crypto";
import * as db from "@jetwire/db";
import { openStores } from "@jetwire/redis";
import { until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, openRig, type Rig, type TestGateway } from "./rig.ts";
import { ask, createUsers, payloads, type User, type Users } from "./signed-in.ts";

const graceMs = 1_000;
const environment = {
  PRESENCE_LEASE_SECONDS: "2",
  PRESENCE_GRACE_SECONDS: String(graceMs / 1_000),
};

let rig: Rig;
let users: Users;
let first: TestGateway;
let second: TestGateway;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
  first = await rig.startGateway(environment);
  second = await rig.startGateway(environment);
});
afterAll(() => rig[Symbol.asyncDispose]());

function updatesOf(client: Client, { userId }: Pick<User, "userId">): unknown[] {
  return payloads(client, "presence:update").filter(
    (payload) => (payload as { userId: string }).userId === userId,
  );
}

async function online(client: Client): Promise<string[]> {
  const [snapshot] = await client.next("presence:snapshot");
  return (snapshot as { online: string[] }).online;
}

test("R-40, R-41: one event when a user goes online or offline, on every replica, none for a second tab", async () => {
  const [watcher, user] = [await users.add(), await users.add()];
  const watching = [await watcher.signIn(first), await watcher.signIn(second)];
  expect(await online(watching[0] as Client)).not.toContain(user.userId);

  const tab = await user.signIn(first);
  expect(await online(tab)).toEqual(expect.arrayContaining([user.userId, watcher.userId]));
  const otherTab = await user.signIn(second);
  tab.socket.disconnect();
  otherTab.socket.disconnect();
  const came = { userId: user.userId, online: true };
  const went = { userId: user.userId, online: false };
  for (const client of watching) {
    await until("the user to be offline", () => updatesOf(client, user).length >= 2);
    expect(updatesOf(client, user)).toEqual([came, went]);
    expect(client.events.filter(([event]) => event === "presence:update")[0]).toHaveLength(2);
  }
});

test("a user who returns within the grace period was never offline", async () => {
  const [watcher, user] = [await users.add(), await users.add()];
  const watching = await watcher.signIn(first);
  const before = await user.signIn(first);
  before.socket.disconnect();
  const after = await user.signIn(second);
  // Leases are removed in order: a user who left before the marker would be offline by then.
  const marker = await users.add();
  const marking = await marker.signIn(first);
  marking.socket.disconnect();
  await until("the marker to be offline", () => updatesOf(watching, marker).length === 2);
  expect(updatesOf(watching, user)).toEqual([{ userId: user.userId, online: true }]);
  after.socket.disconnect();
});

test("F-62: users of a crashed gateway go offline once, on all replicas", async () => {
  const watcher = await users.add();
  const watching = [await watcher.signIn(first), await watcher.signIn(second)];
  const orphans = [await users.add(), await users.add(), await users.add()];
  // The leases of a gateway that never renews them again.
  const connections = orphans.flatMap(({ userId }) => [
    { userId, connectionId: randomUUID() },
    { userId, connectionId: randomUUID() },
  ]);
  const diedMs = performance.now();
  await openStores(rig.redis, rig.keys.namespace).presence.renew(2_000, connections);
  for (const client of watching) {
    for (const orphan of orphans) {
      await until("the orphan to be offline", () => updatesOf(client, orphan).length >= 2);
      expect(updatesOf(client, orphan)).toEqual([
        { userId: orphan.userId, online: true },
        { userId: orphan.userId, online: false },
      ]);
    }
  }
  expect(performance.now() - diedMs).toBeLessThan(5_000);
});

test("after lost announcements or a loss in Redis a gateway sends each difference once", async () => {
  const [watcher, stays, comes] = [await users.add(), await users.add(), await users.add()];
  const watching = await watcher.signIn(first);
  const staying = await stays.signIn(second);
  await until("the one to come", () => updatesOf(watching, stays).length === 1);

  // As after a failover to an empty Redis: the gateways tell it of theirs again.
  await rig.redis.unlink(...Object.values(rig.keys.presence));
  const coming = await comes.signIn(second);
  await until("the other to come", () => updatesOf(watching, comes).length === 1);
  const { counts } = rig.keys.presence;
  await until("all to be known again", async () => (await rig.redis.hlen(counts)) >= 3);
  expect(updatesOf(watching, stays)).toEqual([{ userId: stays.userId, online: true }]);

  // A change that was announced to nobody.
  await rig.redis.hset(counts, "ghost", 1);
  await rig.redis.hincrby(rig.keys.presence.state, "n", 1);
  await until("the ghost", () => updatesOf(watching, { userId: "ghost" }).length === 1);
  for (const { socket } of [staying, coming]) socket.disconnect();
});

test("a user who appears offline sees others and is shown to nobody, until that changes", async () => {
  const { sql } = rig.database.database;
  const { userChannel } = openStores(rig.redis, rig.keys.namespace);
  const [watcher, user, marker] = [await users.add(), await users.add(), await users.add()];
  const watching = await watcher.signIn(first);
  async function appearOffline(offline: boolean): Promise<void> {
    await sql`update accounts set appears_offline = ${offline} where id = ${user.userId}`;
    await userChannel.wake(user.userId);
  }
  await appearOffline(true);
  const hidden = await user.signIn(second);
  expect(await online(hidden)).toContain(watcher.userId);
  const marking = await marker.signIn(second);
  await until("the marker to be online", () => updatesOf(watching, marker).length === 1);
  await until("the hidden user to see the marker", () => updatesOf(hidden, marker).length === 1);
  expect(updatesOf(watching, user)).toEqual([]);

  await appearOffline(false);
  await until("the user to be shown", () => updatesOf(watching, user).length === 1);
  await appearOffline(true);
  await until("the user to be hidden", () => updatesOf(watching, user).length === 2);
  expect(updatesOf(watching, user)).toEqual([
    { userId: user.userId, online: true },
    { userId: user.userId, online: false },
  ]);
  expect(hidden.socket.connected).toBe(true);
  for (const { socket } of [hidden, marking, watching]) socket.disconnect();
});

test("A-52: a user who has blocked another is not shown to that one until unblocked", async () => {
  const { sql } = rig.database.database;
  const [blocker, blocked] = [await users.add(), await users.add()];
  const blocking = await blocker.signIn(first);
  await db.chat.addBlock(sql, blocker.userId, blocked.userId);
  const watching = await blocked.signIn(second);
  expect(await online(watching)).not.toContain(blocker.userId);

  expect(await ask(blocking, "chat:unblock", { userId: blocked.userId })).toEqual({ ok: true });
  await until("the blocker to be seen", () => updatesOf(watching, blocker).length === 1);
  expect(await ask(blocking, "chat:block", { userId: blocked.userId })).toEqual({ ok: true });
  await until("the blocker to be hidden", () => updatesOf(watching, blocker).length === 2);
  blocking.socket.disconnect();

  const marker = await users.add();
  (await marker.signIn(first)).socket.disconnect();
  await until("the marker to be offline", () => updatesOf(watching, marker).length === 2);
  expect(updatesOf(watching, blocker)).toEqual([
    { userId: blocker.userId, online: true },
    { userId: blocker.userId, online: false },
  ]);
  // The blocker goes on seeing the blocked.
  const again = await blocker.signIn(first);
  expect(await online(again)).toContain(blocked.userId);
  await db.chat.removeBlock(sql, blocker.userId, blocked.userId);
  await openStores(rig.redis, rig.keys.namespace).userChannel.wake(blocked.userId);
  await until("the blocker to be seen", () => updatesOf(watching, blocker).length === 3);
});
