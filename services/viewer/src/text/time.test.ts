import { expect, test } from "vitest";
import { age, fullTime, minuteTime, shortTime } from "./time.ts";

const nowMs = Date.parse("2026-11-21T23:00:00.000Z");

test("a time of today has no date, and one of another day has", () => {
  expect(shortTime("2026-11-21T12:59:03.250Z", "utc", nowMs)).toBe("12:59:03");
  expect(shortTime("2026-11-20T12:59:03.250Z", "utc", nowMs)).toBe("20 Nov 12:59:03");
  expect(minuteTime("2026-11-21T12:59:03.250Z", "utc", nowMs)).toBe("12:59");
  expect(minuteTime("2026-11-20T12:59:03.250Z", "utc", nowMs)).toBe("20 Nov 12:59");
  expect(fullTime("2026-11-21T12:59:03.250Z", "utc")).toBe("2026-11-21 12:59:03.250 UTC");
});

test.each([
  [-5, "0 s"],
  [2_400, "2 s"],
  [59_999, "59 s"],
  [240_000, "4 min"],
  [4_740_000, "1 h 19 min"],
  [7_200_000, "2 h"],
  [3 * 86_400_000, "3 d"],
])("an age of %d ms is %s", (ms, text) => {
  expect(age(ms)).toBe(text);
});
