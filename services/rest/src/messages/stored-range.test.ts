import { followDelaySeconds } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createStoredRange } from "./stored-range.ts";

const delayMs = followDelaySeconds * 1_000;

/** The stable horizon by a clock and an oldest entry that the test sets. */
function stableHorizon(state: { nowMs: number; oldestMs: number | null; fails?: boolean }) {
  const streams = {
    async oldestUnstoredMs() {
      if (state.fails) throw new Error("Redis is unavailable");
      return state.oldestMs;
    },
  };
  const range = createStoredRange(
    async () => null as never,
    streams,
    1,
    () => state.nowMs,
  );
  return async () => (await range.get()).stableUntilMs;
}

test("the stable horizon stays behind now and behind the oldest entry that is not stored", async () => {
  const state = { nowMs: 1_000_000, oldestMs: null as number | null };
  const horizon = stableHorizon(state);
  expect(await horizon()).toBe(state.nowMs - delayMs);
  state.oldestMs = 900_000;
  state.nowMs += 1_000;
  expect(await horizon()).toBe(state.oldestMs - delayMs);
  // A clock of Redis that is ahead does not move it closer to now.
  state.oldestMs = state.nowMs + 60_000;
  state.nowMs += 1_000;
  expect(await horizon()).toBe(state.nowMs - delayMs);
});

test("without Redis the last known horizon is used, and without one a minute before now", async () => {
  const state = { nowMs: 1_000_000, oldestMs: null, fails: true };
  const horizon = stableHorizon(state);
  expect(await horizon()).toBe(state.nowMs - 60_000);
  state.fails = false;
  const known = await horizon();
  expect(known).toBe(state.nowMs - delayMs);
  state.fails = true;
  state.nowMs += 600_000;
  expect(await horizon()).toBe(known);
});
