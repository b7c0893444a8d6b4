import { expect, test } from "vitest";
import { hashApiKey, makeApiKey } from "./api-key.ts";
import { createKeyChecker, type FoundKey } from "./key-checker.ts";

function holderOf(key: string): FoundKey {
  return {
    keyHash: hashApiKey(key),
    keyId: "k",
    accountId: "a",
    username: "alice",
    tier: "feeder",
    requestsPerMinute: 60,
  };
}

/** A checker on a table of keys, with a clock that is set by hand. */
function setUp(keys: string[], limits: { cacheMsMax?: number; entriesMax?: number } = {}) {
  const state = { nowMs: 0, lookUps: 0, known: new Set(keys), away: false };
  const checker = createKeyChecker({
    find: async (hash) => {
      state.lookUps++;
      if (state.away) throw new Error("away");
      const key = [...state.known].find((candidate) => hashApiKey(candidate).equals(hash));
      return key === undefined ? null : holderOf(key);
    },
    now: () => state.nowMs,
    ...limits,
  });
  return { checker, state };
}

test("R-11: a key says whose it is and what it allows, without its hash", async () => {
  const key = makeApiKey();
  const { checker } = setUp([key]);
  const { keyHash: _, ...holder } = holderOf(key);
  expect(await checker.check(key)).toEqual({ valid: true, ...holder });
});

test("what can't be a key is not looked up", async () => {
  const { checker, state } = setUp([]);
  for (const given of [undefined, "", "jw_x", {}, ["x"]]) {
    expect(await checker.check(given)).toEqual({ valid: false });
  }
  expect(state.lookUps).toBe(0);
});

test("a key is asked for once in five seconds, an unknown one once a second", async () => {
  const [known, unknown] = [makeApiKey(), makeApiKey()];
  const { checker, state } = setUp([known]);
  const lookUpsAt = async (key: string, nowMs: number) => {
    state.nowMs = nowMs;
    state.lookUps = 0;
    await checker.check(key);
    return state.lookUps;
  };
  expect(await lookUpsAt(known, 0)).toBe(1);
  expect(await lookUpsAt(known, 4_999)).toBe(0);
  expect(await lookUpsAt(known, 5_000)).toBe(1);
  expect(await lookUpsAt(unknown, 10_000)).toBe(1);
  expect(await lookUpsAt(unknown, 10_999)).toBe(0);
  expect(await lookUpsAt(unknown, 11_000)).toBe(1);
});

test("R-16: a revoked key is refused after five seconds at most, or at once after forget", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  await checker.check(key);
  state.known.clear();
  state.nowMs = 5_000;
  expect(await checker.check(key)).toEqual({ valid: false });
  state.known.add(key);
  checker.forget();
  expect(await checker.check(key)).toMatchObject({ valid: true });
  state.known.clear();
  checker.forget();
  expect(await checker.check(key)).toEqual({ valid: false });
});

test("many checks of one key at a time are one look-up", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  const checks = await Promise.all(Array.from({ length: 100 }, () => checker.check(key)));
  expect(checks.every(({ valid }) => valid)).toBe(true);
  expect(state.lookUps).toBe(1);
});

test("a failed look-up is told and not remembered", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  state.away = true;
  await expect(checker.check(key)).rejects.toThrow("away");
  state.away = false;
  expect(await checker.check(key)).toMatchObject({ valid: true });
});

test("what is remembered is bounded, the oldest goes first", async () => {
  const keys = [makeApiKey(), makeApiKey(), makeApiKey()];
  const { checker, state } = setUp(keys, { entriesMax: 2 });
  for (const key of keys) await checker.check(key);
  state.lookUps = 0;
  await checker.check(keys[2]);
  await checker.check(keys[1]);
  expect(state.lookUps).toBe(0);
  await checker.check(keys[0]);
  expect(state.lookUps).toBe(1);
});

test("a look-up that finds another key's row is no proof", async () => {
  const checker = createKeyChecker({
    find: async () => holderOf(makeApiKey()),
    now: () => 0,
  });
  expect(await checker.check(makeApiKey())).toEqual({ valid: false });
});
