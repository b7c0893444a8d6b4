import { expect, test } from "vitest";
import { itemValue } from "./item-value.ts";

test.each([
  [35_000, "ft", "aviation", "FL350", "35000 ft"],
  [2_400, "ft", "metric", "732 m", "2400 ft"],
  [290, "kts", "aviation", "290 kt", "290 kts"],
  [92, "deg", "aviation", "092°", "92 deg"],
  [-105.22, "deg", "aviation", "-105.22°", "-105.22 deg"],
  [-52, "C", "aviation", "−52 °C", "-52 C"],
  [0.82, undefined, "aviation", "0.82", null],
  ["FL390", undefined, "metric", "FL390", null],
  [12, "constructor", "metric", "12 constructor", null],
  [Number.NaN, "ft", "metric", "NaN ft", null],
  [true, undefined, "metric", "true", null],
] as const)("%j %s in units %s is %s", (value, unit, units, ...shown) => {
  const [text, original] = shown;
  expect(itemValue(value, unit, units)).toEqual({ text, original });
});
