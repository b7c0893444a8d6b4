import { expect, test } from "vitest";
import { waitTogetherMs } from "./wait-together.ts";

const times = [0, 1, 249.5, 10_250, 123_456.7];

test("a wait of a second or more ends together with others, never early, and at most 250 ms late", () => {
  for (const ms of [1_000, 2_000, 1_337]) {
    for (const nowMs of times) {
      const waitMs = waitTogetherMs(ms, nowMs);
      expect((nowMs + waitMs) % 250).toBeCloseTo(0);
      expect(waitMs).toBeGreaterThanOrEqual(ms);
      expect(waitMs).toBeLessThanOrEqual(ms + 250);
    }
  }
});

test("a shorter wait ends together with others, and is repeated at its own rate", () => {
  for (const ms of [250, 500]) {
    for (const nowMs of times) {
      const waitMs = waitTogetherMs(ms, nowMs);
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(1.25 * ms);
      expect(waitTogetherMs(ms, nowMs + waitMs)).toBeCloseTo(ms);
    }
  }
});

test("a wait of less than 250 ms is not changed", () => {
  expect(waitTogetherMs(249, 123)).toBe(249);
});
