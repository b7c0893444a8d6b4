import { expect, test } from "vitest";
import { unaccountedText } from "./unaccounted-text.ts";

test.each([
  ["none", 0, 0],
  ["none", -10, 0],
  ["none for certain, at most 2", -10, 2],
  ["7", 7, 7],
  ["at least 3", 3, 9],
  ["4 more than were offered", -9, -4],
])("it says %j for bounds of %i and %i", (text, atLeast, atMost) => {
  expect(unaccountedText({ atLeast, atMost })).toBe(text);
});
