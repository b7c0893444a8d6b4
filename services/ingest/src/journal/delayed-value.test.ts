import { expect, test } from "vitest";
import { DelayedValue } from "./delayed-value.ts";

test("a value comes back once it is old enough, and stays until a younger one is", () => {
  const delayed = new DelayedValue<number>(1_000);
  expect([0, 500, 999].map((now) => delayed.next(now, now))).toEqual([null, null, null]);
  expect([1_000, 1_400, 1_500].map((now) => delayed.next(now, now))).toEqual([0, 0, 500]);
  expect(delayed.next(9_000, 9_000)).toBe(1_500);
});

test("delayed for no time, values come back at once", () => {
  const delayed = new DelayedValue<number>(0);
  expect([1, 2].map((now) => delayed.next(now, now))).toEqual([1, 2]);
});
