import { followDelaySeconds } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createStableHorizon } from "./stable-horizon.ts";

const delayMs = followDelaySeconds * 1_000;

test("pages upwards stay behind now, and behind what waits to be stored", async () => {
  let nowMs = 1_000_000;
  let oldestMs: number | null = null;
  const settled = createStableHorizon(
    async () => oldestMs,
    () => nowMs,
  );
  expect(await settled()).toBe(nowMs - delayMs);
  oldestMs = 900_000;
  nowMs += 1_000;
  expect(await settled()).toBe(oldestMs - delayMs);
  // A clock of Redis that is ahead doesn't bring it nearer to now.
  oldestMs = nowMs + 60_000;
  nowMs += 1_000;
  expect(await settled()).toBe(nowMs - delayMs);
});

test("while it can't be told what waits the last answer stands; without one, a minute", async () => {
  let nowMs = 1_000_000;
  let away = true;
  const settled = createStableHorizon(
    async () => {
      if (away) throw new Error("away");
      return null;
    },
    () => nowMs,
  );
  expect(await settled()).toBe(nowMs - 60_000);
  away = false;
  const known = await settled();
  expect(known).toBe(nowMs - delayMs);
  away = true;
  nowMs += 600_000;
  expect(await settled()).toBe(known);
});
