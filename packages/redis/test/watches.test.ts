import { until } from "@jetwire/testbed";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRedisTimeMs } from "../src/index.ts";
import { openTestRedis, type TestRedis } from "./redis-of-test.ts";

const ttlMs = 60_000;
const bounds = { watchesMax: 3, sharesMax: 0.1 };

let at: TestRedis;
beforeEach(async () => {
  at = await openTestRedis();
});
afterEach(() => at[Symbol.asyncDispose]());

function watchOf(id: string, share = 0.01) {
  return { id, json: JSON.stringify({ id }), share };
}

test("E-02: a watch that is extended stays registered since the same time, and is added once", async () => {
  const { watches } = at;
  expect(await watches.extend("a", ttlMs)).toBe(null);
  expect(await watches.revision()).toBe(0);
  const sinceMs = await watches.renew(watchOf("a"), ttlMs, bounds);
  const revision = await watches.revision();
  expect(await watches.renew(watchOf("a"), ttlMs, bounds)).toBe(sinceMs);
  expect(await watches.extend("a", ttlMs)).toBe(sinceMs);
  expect(await watches.revision()).toBe(revision);
  expect(await watches.addedAfter(0)).toEqual({
    watches: [{ id: "a", json: '{"id":"a"}' }],
    revision,
  });
  await watches.renew(watchOf("b"), ttlMs, bounds);
  const { watches: later } = await watches.addedAfter(revision);
  expect(later.map(({ id }) => id)).toEqual(["b"]);
  expect(await watches.addedAfter(await watches.revision())).toMatchObject({ watches: [] });
});

test("A-14: watches are bounded by their number and by what they select together", async () => {
  const { watches } = at;
  expect(await watches.renew(watchOf("wide", 0.09), ttlMs, bounds)).not.toBe(null);
  expect(await watches.renew(watchOf("too wide", 0.02), ttlMs, bounds)).toBe(null);
  expect(await watches.renew(watchOf("b"), ttlMs, bounds)).not.toBe(null);
  expect(await watches.renew(watchOf("c", 0), ttlMs, bounds)).not.toBe(null);
  expect(await watches.renew(watchOf("d", 0), ttlMs, bounds)).toBe(null);
  expect((await watches.ids()).toSorted()).toEqual(["b", "c", "wide"]);
});

test("E-02: a watch that nobody extends ends, makes room, and begins anew", async () => {
  const { watches } = at;
  const sinceMs = await watches.renew(watchOf("a", 0.09), 50, bounds);
  await until("it has ended", async () => {
    await watches.renew(watchOf("other", 0.09), ttlMs, bounds);
    return !(await watches.ids()).includes("a");
  });
  expect(await watches.ids()).toEqual(["other"]);
  expect(await watches.renew(watchOf("a"), ttlMs, bounds)).toBeGreaterThan(sinceMs ?? 0);
});

test("E-02: Redis tells since when watches are registered, and at which time", async () => {
  const { watches, redis, keys } = at;
  const sinceMs = await watches.renew(watchOf("a"), ttlMs, bounds);
  const beforeMs = Math.floor(await readRedisTimeMs(redis));
  const found = await watches.registered(["a", "unknown"]);
  expect([...found.sinceMs]).toEqual([
    ["a", sinceMs],
    ["unknown", null],
  ]);
  expect(found.nowMs).toBeGreaterThanOrEqual(beforeMs);
  expect(found.nowMs).toBeLessThanOrEqual(await readRedisTimeMs(redis));
  await redis.del(...Object.values(keys.watches));
  expect((await watches.registered(["a"])).sinceMs.get("a")).toBe(null);
});
