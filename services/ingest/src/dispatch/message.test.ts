import { expect, test } from "vitest";
import { timeOf } from "./message.ts";

const limits = { aheadMsMax: 300_000, behindMsMax: 86_400_000 };
const now = 1_767_225_600_000;

test.each([
  ["no time", null, now, false],
  ["the right time", now - 1_500.4, now - 1_500, false],
  ["a little ahead", now + 300_000, now + 300_000, false],
  ["too far ahead", now + 300_001, now, true],
  ["kept back by an outage", now - 80_000_000, now - 80_000_000, true],
  ["1970", 0, now, true],
  ["2099", 4_070_908_800_000, now, true],
])("a station with %s (F-71)", (_, stationTimeMs, timeMs, skewed) => {
  expect(timeOf(stationTimeMs, now, limits)).toEqual({ timeMs, skewed });
});
