import type { FlightTimes } from "./content.ts";

const minuteMs = 60_000;
/** Clocks of airframes, stations and servers may differ by this much, and an arrival may be overdue by it. */
export const reportedTimeToleranceMs = 10 * minuteMs;
/** No flight takes longer, from the gate to the gate. It leaves a gap to the other side of a day. */
const reportedTimeApartMsMax = 22 * 60 * minuteMs;

/**
 * Returns whether a message of one time can report another one: an expected arrival lies after the
 * message, everything else before it.
 */
export function isPossibleTime(
  name: keyof FlightTimes,
  reportedMs: number,
  messageMs: number,
): boolean {
  const apartMs = name === "eta" ? reportedMs - messageMs : messageMs - reportedMs;
  return apartMs >= -reportedTimeToleranceMs && apartMs <= reportedTimeApartMsMax;
}
