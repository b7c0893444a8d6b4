import { expect, test } from "vitest";
import { timesOf } from "./clock-times.ts";
import { flightTimes } from "./flight-times.ts";

const none = { out: null, off: null, on: null, in: null, eta: null };
const receivedMs = Date.parse("2026-11-21T15:11:00Z");

test.each<[string, string | null, string]>([
  ["061256", "2026-11-22T06:12:56.000Z", "more than 12 hours ahead"],
  ["1512", "2026-11-21T15:12:00.000Z", "now"],
  ["1501", "2026-11-21T15:01:00.000Z", "overdue by ten minutes"],
  ["1311", "2026-11-22T13:11:00.000Z", "at the end of the longest flight"],
])("an expected arrival at %s is at %s: %s", (eta, instant) => {
  expect(flightTimes([timesOf({ eta })], receivedMs)).toEqual({ ...none, eta: instant });
});

test.each<[string, string | null, string]>([
  ["1521", "2026-11-21T15:21:00.000Z", "ten minutes ahead, by another clock"],
  ["1522", null, "still to come"],
  ["0230", "2026-11-21T02:30:00.000Z", "more than 12 hours ago"],
  ["1712", "2026-11-20T17:12:00.000Z", "yesterday"],
])("a take-off at %s was at %s: %s", (off, instant) => {
  const times = flightTimes([timesOf({ off })], receivedMs);
  expect(times).toEqual(instant === null ? null : { ...none, off: instant });
});

test("an arrival expected before the message is left out", () => {
  expect(flightTimes([timesOf({ eta: "1500" })], receivedMs)).toBeNull();
  expect(flightTimes([timesOf({ eta: "1312" })], receivedMs)).toBeNull();
});

test("times of a flight follow each other, over midnight too", () => {
  const times = timesOf({ out: "2240", off: "2255", on: "0631", in: "0640", eta: "0630" });
  expect(flightTimes([times], Date.parse("2026-11-21T06:36:00Z"))).toEqual({
    out: "2026-11-20T22:40:00.000Z",
    off: "2026-11-20T22:55:00.000Z",
    on: "2026-11-21T06:31:00.000Z",
    in: "2026-11-21T06:40:00.000Z",
    eta: "2026-11-21T06:30:00.000Z",
  });
});

test("a take-off between landing and message is left out", () => {
  expect(flightTimes([timesOf({ off: "1505", on: "1500" })], receivedMs)).toEqual({
    ...none,
    on: "2026-11-21T15:00:00.000Z",
  });
});
