import { until } from "@jetwire/testbed";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannels, type PresenceChange } from "../src/index.ts";
import { readPresenceChange } from "../src/presence/presence.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

const leaseMs = 200;
const alice = { userId: "alice", connectionId: "a1" };
const aliceToo = { userId: "alice", connectionId: "a2" };
const bob = { userId: "bob", connectionId: "b1" };

let at: TestRedis;
let changes: PresenceChange[];
let stack: AsyncDisposableStack;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  at = stack.use(await openTestRedis());
  const channels = createChannels(stack.use(await at.opener.open("subscriber")));
  changes = [];
  await at.presence.subscribe(channels, (change) => changes.push(change)).ready;
});
afterEach(() => stack.disposeAsync());

function received(): [string, boolean][] {
  return changes.map(({ userId, online }) => [userId, online]);
}

/** Sweeps as gateways do, often, until somebody's lease has ended. */
async function sweepUntil(users: readonly string[]): Promise<void> {
  await until("the sweep", async () => {
    await at.presence.sweep(leaseMs);
    const { userIds } = await at.presence.online();
    return userIds.toSorted().join() === users.join();
  });
}

test("R-41: a user's first lease and last end are one change each, numbered without holes", async () => {
  await at.presence.renew(60_000, [alice, bob]);
  await at.presence.renew(60_000, [alice, aliceToo, bob]);
  await at.presence.leave(0, [alice]);
  await at.presence.sweep(60_000);
  expect((await at.presence.online()).userIds.toSorted()).toEqual(["alice", "bob"]);
  await at.presence.leave(0, [aliceToo]);
  await Promise.all([1, 2, 3].map(() => at.presence.sweep(60_000)));
  const { position, userIds } = await at.presence.online();
  expect(userIds).toEqual(["bob"]);
  await until("the changes", () => changes.length === 3);
  expect(received()).toEqual([
    ["alice", true],
    ["bob", true],
    ["alice", false],
  ]);
  expect(changes.map((change) => change.position.n)).toEqual([1, 2, 3]);
  expect(position).toEqual(changes[2]?.position);
});

test("a lease that is not renewed ends, one that is taken up again within the grace does not", async () => {
  await at.presence.renew(60_000, [alice, bob]);
  await at.presence.leave(150, [alice, bob]);
  await at.presence.renew(60_000, [aliceToo]);
  await sweepUntil(["alice"]);
  await until("the changes", () => changes.length === 3);
  expect(received()[2]).toEqual(["bob", false]);
});

test("leaving does not bring anybody back", async () => {
  await at.presence.leave(60_000, [alice]);
  expect((await at.presence.online()).userIds).toEqual([]);
});

test("after a time in which nobody could sweep, leases can be renewed for the duration of one lease", async () => {
  const { redis, keys } = at;
  await at.presence.renew(1, [alice, bob]);
  await redis.hset(keys.presence.state, "swept", Date.now() - 60_000);
  expect(await at.presence.sweep(leaseMs)).toBe(0);
  await at.presence.renew(60_000, [alice]);
  await sweepUntil(["alice"]);
  await until("the change", () => changes.length === 3);
  expect(received()[2]).toEqual(["bob", false]);
});

test("an emptied Redis counts anew, in a later epoch", async () => {
  const { redis, keys } = at;
  const before = await at.presence.renew(60_000, [alice]);
  await redis.unlink(...Object.values(keys.presence));
  // Epochs are the server's time, in milliseconds.
  await until("its next millisecond", async () => {
    const [seconds, micros] = (await redis.time()).map(Number) as [number, number];
    return seconds * 1_000 + micros / 1_000 >= Number(before.epoch) + 1;
  });
  expect(await at.presence.sweep(leaseMs)).toBe(0);
  const after = await at.presence.renew(60_000, [alice]);
  expect(after.n).toBe(1);
  expect(Number(after.epoch)).toBeGreaterThan(Number(before.epoch));
});

test("what isn't a change is passed over", () => {
  for (const text of ["", "x", "1-1", "1-1 u", "1-1 u 2", "x u 1", "1-x u 1", "1-1  1"]) {
    expect(readPresenceChange(Buffer.from(text))).toBeNull();
  }
});

test("a state that ends before the last known position has lost changes: a new epoch begins", async () => {
  const before = await at.presence.renew(leaseMs, [alice]);
  const later = { ...before, n: before.n + 2 };
  const same = await at.presence.renew(leaseMs, [alice], before);
  expect(same).toEqual(before);
  const after = await at.presence.renew(leaseMs, [alice, bob], later);
  expect(Number(after.epoch)).toBeGreaterThan(Number(before.epoch));
  expect(after.n).toBe(1);
});
