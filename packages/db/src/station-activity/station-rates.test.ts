import { expect, test } from "vitest";
import { messagesOfLastHour } from "./station-rates.ts";

const hourMs = 3_600_000;
const quarterPastMs = Date.UTC(2026, 0, 1, 12, 15);

test.each([
  ["a sample that covers the hour is counted", [150, 40, 30, 20], [40, false]],
  ["a full sample that covers the hour is counted", [200, 120, 60, 70], [120, false]],
  ["a station that began this hour is counted", [200, 200, 1_383, 0], [1_383, false]],
  ["otherwise a part of the hour before is added", [200, 200, 400, 1_000], [1_150, true]],
  ["counts that lag behind the sample do not lower it", [200, 200, 90, 0], [200, true]],
] as const)("%s", (_what, [sampled, ofLastHour, ofThisHour, ofHourBefore], [now, estimated]) => {
  const sample = { sampled, ofLastHour, ofThisHour, ofHourBefore };
  expect(messagesOfLastHour(sample, quarterPastMs, 200)).toEqual({ now, estimated });
  expect(messagesOfLastHour(sample, quarterPastMs + 24 * hourMs, 200).now).toBe(now);
});
