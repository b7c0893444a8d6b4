import { describe, expect, test } from "vitest";
import { medianOf, medianRatio, rangeOf, significant } from "./statistics.ts";

describe("figures of rounds", () => {
  test("the median is the middle one, whatever the order", () => {
    expect(medianOf([{ n: 9 }, { n: 1 }, { n: 5 }], ({ n }) => n)).toBe(5);
    expect(medianOf([], (n: number) => n)).toBeNaN();
  });

  test("a ratio is taken round by round: a disturbance that hits both cancels out", () => {
    expect(medianRatio([10, 100, 12], [5, 50, 4])).toBe(2);
    expect(medianRatio([1, 2], [])).toBeNaN();
  });

  test("range and rounding", () => {
    expect(rangeOf([3, 1, 2])).toEqual([1, 3]);
    expect(significant(123_456.7)).toBe(123_500);
    expect(significant(Number.NaN)).toBeNull();
    expect(significant(Number.POSITIVE_INFINITY)).toBeNull();
  });
});
