import { until } from "@jetwire/testbed";
import { beforeEach, expect, test } from "vitest";
import { createOnlineUsers, type OnlineUsers } from "./online-users.ts";

/** What Redis would answer, and what was told. */
const redis = { epoch: "1", n: 0, userIds: [] as string[], loads: 0, fails: false };
const clock = { ms: 0 };
let told: [string, boolean][];
let failures: unknown[];
let users: OnlineUsers;

beforeEach(async () => {
  Object.assign(redis, { epoch: "1", n: 2, userIds: ["a", "b"], loads: 0, fails: false });
  clock.ms = 0;
  told = [];
  failures = [];
  users = createOnlineUsers({
    async load() {
      redis.loads++;
      if (redis.fails) throw new Error("away");
      return { position: { epoch: redis.epoch, n: redis.n }, userIds: [...redis.userIds] };
    },
    position: async () => ({ epoch: redis.epoch, n: redis.n }),
    changed: (userId, online) => told.push([userId, online]),
    failed: (error) => failures.push(error),
    now: () => clock.ms,
    keepMs: 1_000,
  });
  await users.reach({ epoch: "1", n: 2 });
  told = [];
});

test("all who are online are there once it has been read", () => {
  expect([...users.userIds]).toEqual(["a", "b"]);
});

function change(n: number, userId: string, online: boolean, epoch = "1"): void {
  users.hear({ position: { epoch, n }, userId, online });
}

test("changes are told in their order, however they arrive, and once", async () => {
  change(4, "a", false);
  change(3, "c", true);
  change(3, "c", true);
  change(4, "a", false);
  change(1, "a", false);
  expect(told).toEqual([
    ["c", true],
    ["a", false],
  ]);
  expect([...users.userIds].toSorted()).toEqual(["b", "c"]);
  expect(redis.loads).toBe(1);
});

test("what is missing is read again, and its differences are told", async () => {
  Object.assign(redis, { n: 5, userIds: ["b", "c"] });
  change(5, "a", false);
  await until("the load", () => told.length === 2);
  expect(told).toEqual([
    ["c", true],
    ["a", false],
  ]);
  change(6, "d", true);
  expect(told.at(-1)).toEqual(["d", true]);
  expect(redis.loads).toBe(2);
});

test("a check finds what was announced to nobody, and reads nothing when in step", async () => {
  await users.check();
  expect(redis.loads).toBe(1);
  Object.assign(redis, { n: 3, userIds: ["a"] });
  await users.check();
  expect(told).toEqual([["b", false]]);
});

test("when Redis counts anew, who came is told at once and who is missing only after the keep time", async () => {
  Object.assign(redis, { epoch: "2", n: 1, userIds: ["c"] });
  change(1, "c", true, "2");
  await until("the load", () => told.length === 1);
  expect(told.splice(0)).toEqual([["c", true]]);
  Object.assign(redis, { n: 2, userIds: ["c", "a"] });
  change(2, "a", true, "2");
  clock.ms = 999;
  await users.check();
  expect(told).toEqual([]);
  clock.ms = 1_000;
  await users.check();
  expect(told).toEqual([["b", false]]);
});

test("with Redis away it stays as it is", async () => {
  redis.fails = true;
  change(5, "a", false);
  await until("the failure", () => failures.length === 1);
  expect(told).toEqual([]);
  await expect(users.reach({ epoch: "1", n: 9 })).rejects.toThrow("away");
  expect([...users.userIds]).toEqual(["a", "b"]);
});
