import { type FlightTimes, isPossibleTime, reportedTimeToleranceMs } from "@jetwire/protocol";
import { clockMs, clockOf, type ClockTimes } from "./clock-times.ts";

const dayMs = 86_400_000;

/**
 * Returns the times of a flight as instants: of each the first value that is known. A message has no days.
 * So an expected arrival is the first such time after the message. Each of the others is the last one
 * before the message, and not later than what follows it on a flight. A time that is impossible for a
 * flight is left out.
 */
export function flightTimes(
  sources: readonly (ClockTimes | null)[],
  timeMs: number,
): FlightTimes | null {
  const clockMsOf = (name: keyof ClockTimes) => {
    const clock = sources.map((source) => clockOf(source?.[name])).find((one) => one !== null);
    return clock === undefined || clock === null ? null : clockMs(clock);
  };
  const latestMs = timeMs + reportedTimeToleranceMs;
  const earliestMs = timeMs - reportedTimeToleranceMs;
  const found = { out: null, off: null, on: null, in: null, eta: null } as Instants;
  let nextMs = latestMs;
  for (const name of ["in", "on", "off", "out"] as const) {
    const ofDayMs = clockMsOf(name);
    if (ofDayMs === null) continue;
    const atMs = nextMs - modulo(nextMs - ofDayMs);
    if (!isPossibleTime(name, atMs, timeMs)) continue;
    found[name] = new Date(atMs).toISOString();
    nextMs = atMs;
  }
  const etaMs = clockMsOf("eta");
  if (etaMs !== null) {
    const atMs = earliestMs + modulo(etaMs - earliestMs);
    if (isPossibleTime("eta", atMs, timeMs)) found.eta = new Date(atMs).toISOString();
  }
  return Object.values(found).some((time) => time !== null) ? found : null;
}

type Instants = { -readonly [Name in keyof FlightTimes]: FlightTimes[Name] };

/** Returns the part of a time that is left after whole days, also of a negative one. */
function modulo(ms: number): number {
  return ((ms % dayMs) + dayMs) % dayMs;
}
