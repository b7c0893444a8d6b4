import { expect, test } from "vitest";
import { reconnectDelayMs } from "./reconnect-delay.ts";

test.for([
  [0, 0, 100],
  [0, 1, 1_000],
  [1, 1, 2_000],
  [3, 0.5, 4_050],
  [3, 0, 100],
  [4, 1, 15_000],
  [5_000, 1, 15_000],
] as const)("after %i failures, at %f: %i ms", ([failures, random, expected]) => {
  expect(reconnectDelayMs(failures, random)).toBe(expected);
});
