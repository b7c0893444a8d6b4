import { expect, test } from "vitest";
import { StationCounts } from "./station-counts.ts";

const minuteMs = 60_000;
const startMs = Date.parse("2026-01-31T12:00:00Z");

test("messages count for a minute and for an hour", () => {
  const counts = new StationCounts();
  for (let second = 0; second < 30; second++) counts.add(startMs + second * 1_000);
  expect(counts.read(startMs + 40_000)).toEqual({
    minute: 30,
    hour: 30,
    lastAtMs: startMs + 29_000,
  });
  expect(counts.read(startMs + 2 * minuteMs)).toMatchObject({ minute: 0, hour: 30 });
  counts.add(startMs + 10 * minuteMs);
  expect(counts.read(startMs + 59 * minuteMs)).toMatchObject({ minute: 0, hour: 31 });
  expect(counts.read(startMs + 65 * minuteMs)).toMatchObject({ minute: 0, hour: 1 });
  expect(counts.read(startMs + 600 * minuteMs)).toMatchObject({ minute: 0, hour: 0 });
});

test("a clock that goes back loses no count", () => {
  const counts = new StationCounts();
  counts.add(startMs);
  counts.add(startMs - 5 * minuteMs);
  expect(counts.read(startMs)).toMatchObject({ minute: 2, hour: 2 });
});
