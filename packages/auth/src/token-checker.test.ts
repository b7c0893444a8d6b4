import { expect, test } from "vitest";
import { makeSigningKey, type SigningKey } from "./signing-key.ts";
import { issueToken, verifyToken } from "./token.ts";
import { createTokenChecker } from "./token-checker.ts";

/** A checker on a list of keys, with a clock that is set by hand. */
function setUp(keys: SigningKey[]) {
  const state = { nowMs: Date.UTC(2026, 10, 21), lists: 0, away: false, keys };
  const check = createTokenChecker(
    async () => {
      state.lists++;
      if (state.away) throw new Error("away");
      return state.keys;
    },
    () => state.nowMs,
    verifyToken,
  );
  const issue = (key: SigningKey) =>
    issueToken({ userId: "u1", username: "alice", ttlSeconds: 3_600, key, now: state.nowMs });
  return { state, check, issue };
}

test("keys are asked for once in a minute, and serve on while nobody answers", async () => {
  const key = await makeSigningKey();
  const { state, check, issue } = setUp([key]);
  const token = await issue(key);
  for (let n = 0; n < 3; n++) expect(await check(token)).toMatchObject({ valid: true });
  expect(state.lists).toBe(1);
  state.nowMs += 61_000;
  state.away = true;
  expect(await check(token)).toMatchObject({ valid: true });
  expect(state.lists).toBe(2);
});

test("without any keys, that nobody answers is told", async () => {
  const { state, check } = setUp([]);
  state.away = true;
  await expect(check("a.b.c")).rejects.toThrow("away");
});

test("a key that is newer than ours is found, by asking once in two seconds at most", async () => {
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

test("one of ours that has run out is told from a forged one, without asking for keys", async () => {
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
