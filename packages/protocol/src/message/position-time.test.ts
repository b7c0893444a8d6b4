import { expect, test } from "vitest";
import { positionTimeMs } from "./position-time.ts";

const timestamp = "2026-01-01T00:05:10.500Z";

test.each([
  ["an ISO time", "2026-01-01T00:02:00.250Z", "2026-01-01T00:02:00.250Z"],
  ["a clock with seconds", "00:03:07", "2026-01-01T00:03:07.000Z"],
  ["a clock of the day before", "23:59:30", "2025-12-31T23:59:30.000Z"],
  ["whole minutes", "00:01", "2026-01-01T00:01:30.000Z"],
  ["the minute of the message", "00:05", timestamp],
  ["nothing", null, timestamp],
  ["a time of another day", "2025-12-30T00:02:00.000Z", timestamp],
  ["a time to come", "00:15:00", timestamp],
  ["no time at all", "soon", timestamp],
])("a position whose message states %s", (_what, stated, expected) => {
  expect(new Date(positionTimeMs({ timestamp, stated })).toISOString()).toBe(expected);
});
