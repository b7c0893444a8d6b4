import { expect, test } from "vitest";
import { en } from "../text/en.ts";
import { firstLineOf } from "./first-line.ts";

test("simulated stations are not counted as volunteers", () => {
  const line = firstLineOf({ real: 2, simulated: 20, hasMore: false });
  expect(line).toContain("received by 2 volunteer stations. 20 stations are simulated");
  expect(firstLineOf({ real: 1, simulated: 0, hasMore: false })).toMatch(
    /by 1 volunteer station\.$/,
  );
  expect(firstLineOf({ real: 0, simulated: 22, hasMore: false })).toBe(en.live.demo);
});

test("no number is named that is not known", () => {
  for (const stations of [
    undefined,
    { real: 0, simulated: 0, hasMore: false },
    { real: 400, simulated: 100, hasMore: true },
  ]) {
    expect(firstLineOf(stations)).toBe(en.live.firstVisitUncounted);
  }
});
