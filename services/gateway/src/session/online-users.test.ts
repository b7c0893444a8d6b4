import { until } from "@jetwire/testbed";
import { beforeEach, expect, test } from "vitest";
import { createOnlineUsers, type OnlineUsers } from "./online-users.ts";

/** The answers of Redis. */
const redis = { epoch: "1", n: 0, userIds: [] as string[], loads: 0, fails: false };
const clock = { ms: 0 };
let changes: [string, boolean][];
let failures: unknown[];
let users: OnlineUsers;

beforeEach(async () => {
  Object.assign(redis, { epoch: "1", n: 2, userIds: ["a", "b"], loads: 0, fails: false });
  clock.ms = 0;
  changes = [];
  failures = [];
  const store = {
    async online() {
      redis.loads++;
      if (redis.fails) throw new Error("unavailable");
      return { position: { epoch: redis.epoch, n: redis.n }, userIds: [...redis.userIds] };
    },
    position: async () => ({ epoch: redis.epoch, n: redis.n }),
  };
  users = createOnlineUsers(store, {
    keepMs: 1_000,
    now: () => clock.ms,
    onChange: (userId, online) => changes.push([userId, online]),
    onFailure: (error) => failures.push(error),
  });
  await users.reach({ epoch: "1", n: 2 });
  changes = [];
});

test("the copy has everybody who is online once it has been read", () => {
  expect([...users.userIds]).toEqual(["a", "b"]);
});

function change(n: number, userId: string, online: boolean, epoch = "1"): void {
  users.apply({ position: { epoch, n }, userId, online });
}

test("changes are reported in their order, however they arrive, and once", async () => {
  change(4, "a", false);
  change(3, "c", true);
  change(3, "c", true);
  change(4, "a", false);
  change(1, "a", false);
  expect(changes).toEqual([
    ["c", true],
    ["a", false],
  ]);
  expect([...users.userIds].toSorted()).toEqual(["b", "c"]);
  expect(redis.loads).toBe(1);
});

test("after a missing change everything is read again, and the differences are reported", async () => {
  Object.assign(redis, { n: 5, userIds: ["b", "c"] });
  change(5, "a", false);
  await until("the load", () => changes.length === 2);
  expect(changes).toEqual([
    ["c", true],
    ["a", false],
  ]);
  change(6, "d", true);
  expect(changes.at(-1)).toEqual(["d", true]);
  expect(redis.loads).toBe(2);
});

test("a check finds a change whose announcement was lost, and reads nothing when the copy is current", async () => {
  await users.check();
  expect(redis.loads).toBe(1);
  Object.assign(redis, { n: 3, userIds: ["a"] });
  await users.check();
  expect(changes).toEqual([["b", false]]);
});

test("in a new epoch of Redis, new users are reported at once and missing ones only after the keep time", async () => {
  Object.assign(redis, { epoch: "2", n: 1, userIds: ["c"] });
  change(1, "c", true, "2");
  await until("the load", () => changes.length === 1);
  expect(changes.splice(0)).toEqual([["c", true]]);
  Object.assign(redis, { n: 2, userIds: ["c", "a"] });
  change(2, "a", true, "2");
  clock.ms = 999;
  await users.check();
  expect(changes).toEqual([]);
  clock.ms = 1_000;
  await users.check();
  expect(changes).toEqual([["b", false]]);
});

test("while Redis is unavailable the copy stays as it is", async () => {
  redis.fails = true;
  change(5, "a", false);
  await until("the failure", () => failures.length === 1);
  expect(changes).toEqual([]);
  await expect(users.reach({ epoch: "1", n: 9 })).rejects.toThrow("unavailable");
  expect([...users.userIds]).toEqual(["a", "b"]);
});
