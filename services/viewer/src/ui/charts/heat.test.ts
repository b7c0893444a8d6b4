import { expect, test } from "vitest";
import { heatOf, mostOf } from "./heat.ts";

test("a field is the stronger the more it has, by the square root", () => {
  const rows = [
    {
      weights: new Map([
        ["a", 7],
        ["b", 94],
      ]),
    },
    { weights: new Map() },
  ];
  const most = mostOf(rows);
  expect(most).toBe(94);
  expect(heatOf(94, most)).toBe(1);
  expect(heatOf(7, most)).toBeGreaterThan(0.2);
  expect(heatOf(0, most)).toBe(0);
  expect(heatOf(0, 0)).toBe(0);
});
