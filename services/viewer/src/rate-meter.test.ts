import { expect, test } from "vitest";
import { createRateMeter } from "./rate-meter.ts";

test("the rate is that of the last whole seconds", () => {
  const rate = createRateMeter(0, 10);
  expect(rate.perSecond(500)).toBe(0);
  for (let ms = 0; ms < 2_000; ms += 10) rate.count(ms);
  expect(rate.perSecond(2_000)).toBe(100);
  expect(rate.perSecond(4_000)).toBe(50);
  expect(rate.perSecond(60_000)).toBe(0);
});

test("the history ends with the last whole second", () => {
  const rate = createRateMeter(0, 4);
  for (const ms of [0, 1_000, 1_001, 3_000, 4_000]) rate.count(ms);
  expect(rate.history(4_500)).toEqual([1, 2, 0, 1]);
  expect(rate.history(1_000_000)).toEqual([0, 0, 0, 0]);
});
