import { expect, test } from "vitest";
import { findOutages, stateOf } from "./find-outages.ts";

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 1);

/** `m`: messages, `.`: none, `?`: none from any station. */
function outagesOf(hours: string, firstHour = -1) {
  const thisHourMs = startMs + (hours.length - 1) * hourMs;
  const counted = Array.from(hours).map((one, n) => {
    const hour = {
      from: new Date(startMs + n * hourMs).toISOString(),
      messages: one === "m" ? 5 : 0,
      anyStation: one !== "?",
    };
    return { ...hour, state: stateOf(hour, startMs + firstHour * hourMs, thisHourMs) };
  });
  return findOutages(counted, thisHourMs).map(({ from, until, hours: count, isOver }) => [
    (Date.parse(from) - startMs) / hourMs,
    isOver ? (Date.parse(until) - startMs) / hourMs : null,
    count,
  ]);
}

test.each([
  ["mmmm", []],
  [
    "m..mm.mm",
    [
      [1, 3, 2],
      [5, 6, 1],
    ],
  ],
  ["..mm", [[0, 2, 2]]],
  ["mm..", [[2, null, 1]]],
  ["mmm.", []],
  ["m??m", []],
  ["m.?.mm", [[1, 4, 2]]],
  ["", []],
])("of the hours %s the outages are %j", (hours, outages) => {
  expect(outagesOf(hours)).toEqual(outages);
});

test("hours before the first message of a station are no outage", () => {
  expect(outagesOf("...mm.m", 3)).toEqual([[5, 6, 1]]);
});
