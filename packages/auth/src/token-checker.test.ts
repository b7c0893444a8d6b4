import { expect, test } from "vitest";
import { makeSigningKey, type SigningKey } from "./signing-key.ts";
import { issueToken, verifyToken } from "./token.ts";
import { createTokenChecker } from "./token-checker.ts";

/** A checker on a list of keys, with a clock that is set by the test. */
function setUp(keys: SigningKey[]) {
  const state = { nowMs: Date.UTC(2026, 10, 21), lists: 0, fails: false, keys };
  const check = createTokenChecker(
    async () => {
      state.lists++;
      if (state.fails) throw new Error("unavailable");
      return state.keys;
    },
    verifyToken,
    () => state.nowMs,
  );
  const issue = (key: SigningKey) =>
    issueToken({ userId: "u1", username: "alice", ttlSeconds: 3_600, key, now: state.nowMs });
  return { state, check, issue };
}

test("keys are loaded once a minute, and remain in use while they cannot be loaded", async () => {
  const key = await makeSigningKey();
  const { state, check, issue } = setUp([key]);
  const token = await issue(key);
  for (let n = 0; n < 3; n++) expect(await check(token)).toMatchObject({ valid: true });
  expect(state.lists).toBe(1);
  state.nowMs += 61_000;
  state.fails = true;
  expect(await check(token)).toMatchObject({ valid: true });
  expect(state.lists).toBe(2);
});

test("the failure to load is thrown if no keys are known", async () => {
  const { state, check } = setUp([]);
  state.fails = true;
  await expect(check("a.b.c")).rejects.toThrow("unavailable");
});

test("a newer key is found by loading the keys again, at most once in two seconds", async () => {
  const [old, next] = [await makeSigningKey(), await makeSigningKey()];
  const { state, check, issue } = setUp([old]);
  await check(await issue(old));
  state.keys = [next, old];
  state.nowMs += 3_000;
  expect(await check(await issue(next))).toMatchObject({ valid: true });
  const stranger = await issue(await makeSigningKey());
  state.lists = 0;
  for (let n = 0; n < 10; n++) expect(await check(stranger)).toEqual({ valid: false });
  expect(state.lists).toBe(0);
});

test("an expired token of ours is distinguished from a forged one, without loading keys", async () => {
  const key = await makeSigningKey();
  const { state, check, issue } = setUp([key]);
  const token = await issue(key);
  state.nowMs += 3_700_000;
  await check("x.y.z");
  state.lists = 0;
  expect(await check(token)).toEqual({ valid: false, expired: true });
  expect(await check(7)).toEqual({ valid: false });
  expect(state.lists).toBe(0);
});
