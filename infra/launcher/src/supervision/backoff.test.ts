import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";

test.each([
  [1, 200],
  [2, 400],
  [3, 800],
  [6, 6_400],
  [7, 10_000],
  [500, 10_000],
])("after %i failures in a row it waits %i ms", (failures, waitMs) => {
  expect(backoffMs(failures)).toBe(waitMs);
});
