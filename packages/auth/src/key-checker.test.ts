import { expect, test } from "vitest";
import { hashApiKey, makeApiKey } from "./api-key.ts";
import { createKeyChecker, type StoredKey } from "./key-checker.ts";

function ownerOf(key: string): StoredKey {
  return {
    keyHash: hashApiKey(key),
    keyId: "k",
    accountId: "a",
    username: "alice",
    role: "user",
    tier: "feeder",
    scopes: ["read", "feed"],
    requestsPerMinute: 60,
  };
}

/** A checker on a table of keys, with a clock that is set by the test. */
function setUp(keys: string[], limits: { entriesMax?: number } = {}) {
  const state = { nowMs: 1_000, lookUps: 0, known: new Set(keys), fails: false };
  async function find(hash: Buffer): Promise<StoredKey | null> {
    state.lookUps++;
    if (state.fails) throw new Error("unavailable");
    const key = [...state.known].find((candidate) => hashApiKey(candidate).equals(hash));
    return key === undefined ? null : ownerOf(key);
  }
  const checker = createKeyChecker(find, { now: () => state.nowMs, ...limits });
  return { checker, state };
}

test("R-11: a check returns the owner and the limit of a key, without its hash", async () => {
  const key = makeApiKey();
  const { checker } = setUp([key]);
  const { keyHash: _, ...owner } = ownerOf(key);
  expect(await checker.check(key)).toEqual({ valid: true, ...owner });
});

test("a malformed key is not looked up", async () => {
  const { checker, state } = setUp([]);
  for (const given of [undefined, "", "jw_x", {}, ["x"]]) {
    expect(await checker.check(given)).toEqual({ valid: false });
  }
  expect(state.lookUps).toBe(0);
});

test("a key is looked up once in five seconds, an unknown one once a second", async () => {
  const [known, unknown] = [makeApiKey(), makeApiKey()];
  const { checker, state } = setUp([known]);
  const lookUpsAt = async (key: string, nowMs: number) => {
    state.nowMs = nowMs;
    state.lookUps = 0;
    await checker.check(key);
    return state.lookUps;
  };
  expect(await lookUpsAt(known, 10_000)).toBe(1);
  expect(await lookUpsAt(known, 14_999)).toBe(0);
  expect(await lookUpsAt(known, 15_001)).toBe(1);
  expect(await lookUpsAt(unknown, 20_000)).toBe(1);
  expect(await lookUpsAt(unknown, 20_999)).toBe(0);
  expect(await lookUpsAt(unknown, 21_001)).toBe(1);
});

test("R-16: a revoked key is refused after five seconds at most, or at once after forget", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  await checker.check(key);
  state.known.clear();
  state.nowMs += 5_001;
  expect(await checker.check(key)).toEqual({ valid: false });
  state.known.add(key);
  checker.forget();
  expect(await checker.check(key)).toMatchObject({ valid: true });
  state.known.clear();
  checker.forget();
  expect(await checker.check(key)).toEqual({ valid: false });
});

test("checks of one key at the same time share a look-up", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  const checks = await Promise.all(Array.from({ length: 100 }, () => checker.check(key)));
  expect(checks.every(({ valid }) => valid)).toBe(true);
  expect(state.lookUps).toBe(1);
});

test("a failed look-up is thrown and not cached", async () => {
  const key = makeApiKey();
  const { checker, state } = setUp([key]);
  state.fails = true;
  await expect(checker.check(key)).rejects.toThrow("unavailable");
  state.fails = false;
  expect(await checker.check(key)).toMatchObject({ valid: true });
});

test("the cache is bounded, and drops the least recently used key", async () => {
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

test("a look-up that returns the row of another key is not accepted", async () => {
  const checker = createKeyChecker(async () => ownerOf(makeApiKey()));
  expect(await checker.check(makeApiKey())).toEqual({ valid: false });
});
