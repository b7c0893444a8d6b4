import { expect, test } from "vitest";
import { Cache, CachedValue } from "./cache.ts";

/** A cache of numbers that count the fetches, with a clock and a switch for failures. */
function countingCache(options: { staleOnError?: boolean; entriesMax?: number } = {}) {
  const state = { nowMs: 1_000, fetches: 0, fails: false };
  const cache = new Cache<string, number>({
    entriesMax: options.entriesMax ?? 10,
    ttlMs: 10,
    staleOnError: options.staleOnError ?? false,
    now: () => state.nowMs,
    async fetch() {
      state.fetches++;
      if (state.fails) throw new Error("unavailable");
      return state.fetches;
    },
  });
  return { state, cache };
}

test("a value is kept until its time is over", async () => {
  const { state, cache } = countingCache();
  expect(await cache.get("a")).toBe(1);
  state.nowMs += 9;
  expect(await cache.get("a")).toBe(1);
  expect(cache.peek("a")).toBe(1);
  state.nowMs += 2;
  expect(cache.peek("a")).toBe(undefined);
  expect(await cache.get("a")).toBe(2);
});

test("the time of a value counts from the start of its fetch", async () => {
  let nowMs = 1_000;
  let fetches = 0;
  const value = new CachedValue(
    async () => {
      nowMs += 8;
      return ++fetches;
    },
    { ttlMs: 10, now: () => nowMs },
  );
  expect(await value.get()).toBe(1);
  nowMs += 1;
  expect(await value.get()).toBe(1);
  nowMs += 2;
  expect(await value.get()).toBe(2);
});

test("calls for one key at the same time share one fetch", async () => {
  const { state, cache } = countingCache();
  expect(await Promise.all([cache.get("a"), cache.get("a"), cache.get("b")])).toEqual([1, 1, 2]);
  expect(state.fetches).toBe(2);
});

test("a failure is thrown to everybody who waits, and is not kept", async () => {
  const { state, cache } = countingCache();
  state.fails = true;
  const results = await Promise.allSettled([cache.get("a"), cache.get("a")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(cache.get("a")).rejects.toThrow("unavailable");
  state.fails = false;
  expect(await cache.get("a")).toBe(3);
});

test("an outdated value is returned while the fetch fails, and fetched each time", async () => {
  const { state, cache } = countingCache({ staleOnError: true });
  state.fails = true;
  await expect(cache.get("a")).rejects.toThrow("unavailable");
  state.fails = false;
  expect(await cache.get("a")).toBe(2);
  state.fails = true;
  state.nowMs += 11;
  expect(await cache.get("a")).toBe(2);
  expect(await cache.get("a")).toBe(2);
  expect(state.fetches).toBe(4);
  state.fails = false;
  expect(await cache.get("a")).toBe(5);
});

test.each([false, true])(
  "a value that was dropped during its fetch is fetched again (stale on error: %s)",
  async (staleOnError) => {
    const fetches: PromiseWithResolvers<string>[] = [];
    const cache = new Cache<string, string>({
      entriesMax: 10,
      ttlMs: 1,
      staleOnError,
      fetch() {
        const fetch = Promise.withResolvers<string>();
        fetches.push(fetch);
        return fetch.promise;
      },
    });
    const before = cache.get("key");
    cache.clear();
    fetches[0]?.resolve("from before the drop");
    await expect.poll(() => fetches.length).toBe(2);
    fetches[1]?.resolve("from after the drop");
    expect(await before).toBe("from after the drop");
  },
);

test("one key is forgotten without the others", async () => {
  const { cache } = countingCache();
  await cache.get("a");
  await cache.get("b");
  cache.forget("a");
  expect(await cache.get("a")).toBe(3);
  expect(await cache.get("b")).toBe(2);
});

test("more fetches at once than there is room for all get their values", async () => {
  const { cache } = countingCache({ entriesMax: 2 });
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
  const values = await Promise.all(keys.map((key) => cache.get(key)));
  expect(new Set(values).size).toBe(20);
});

test("null and undefined are values like others", async () => {
  let fetches = 0;
  const cache = new Cache<string, undefined>({
    entriesMax: 1,
    ttlMs: 1_000,
    fetch: async () => void fetches++,
  });
  expect(await cache.get("a")).toBe(undefined);
  expect(await cache.get("a")).toBe(undefined);
  expect(fetches).toBe(1);
});

test("how long a value is fresh may depend on the value", async () => {
  let nowMs = 1_000;
  let fetches = 0;
  const cache = new Cache<string, string>({
    entriesMax: 10,
    ttlMs: 10,
    ttlMsOf: (value) => (value === "short" ? 2 : 10),
    now: () => nowMs,
    fetch: async (key) => {
      fetches++;
      return key;
    },
  });
  await cache.get("short");
  await cache.get("long");
  nowMs += 5;
  await cache.get("short");
  await cache.get("long");
  expect(fetches).toBe(3);
});
