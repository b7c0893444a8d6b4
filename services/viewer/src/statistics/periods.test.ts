import { expect, test } from "vitest";
import { fillPeriods, occurringTypes } from "./periods.ts";

const hourMs = 3_600_000;
const noonMs = Date.parse("2026-11-21T12:00:00.000Z");

const counted = [
  { from: "2026-11-21T14:00:00.000Z", messages: 7, bySourceType: { vdl: 5, acars: 2 } },
  { from: "2026-11-21T12:00:00.000Z", messages: 4, bySourceType: { hfdl: 4 } },
];

test("hours that were left out have no messages, and the oldest is first", () => {
  const range = { sinceMs: noonMs, untilMs: noonMs + 3 * hourMs, stepMs: hourMs };
  expect(fillPeriods(counted, range).map(({ messages }) => messages)).toEqual([4, 0, 7]);
});

test("a range that begins within an hour contains the whole hour", () => {
  const range = { sinceMs: noonMs + 1_000, untilMs: noonMs + hourMs, stepMs: hourMs };
  expect(fillPeriods(counted, range)).toHaveLength(1);
});

test.each([
  ["backwards", -hourMs, 0],
  ["endless", Number.MAX_SAFE_INTEGER / 2, 400],
])("a range that is %s has a bounded number of periods", (_, lengthMs, periods) => {
  const range = { sinceMs: noonMs, untilMs: noonMs + lengthMs, stepMs: hourMs };
  expect(fillPeriods([], range)).toHaveLength(periods);
});

test("the source type with the most messages is first", () => {
  const range = { sinceMs: noonMs, untilMs: noonMs + 3 * hourMs, stepMs: hourMs };
  expect(occurringTypes(fillPeriods(counted, range))).toEqual(["vdl", "hfdl", "acars"]);
});
