import type { FlightTimes } from "@jetwire/protocol";
import { clockMs, clockOf, type ClockTimes } from "./clock-times.ts";

const dayMs = 86_400_000;

/**
 * Returns the times of a flight as instants: of each the first value that is known. A message has no
 * days, so each is the moment nearest to the message's own time.
 */
export function flightTimes(
  sources: readonly (ClockTimes | null)[],
  timeMs: number,
): FlightTimes | null {
  const instantOf = (name: keyof ClockTimes) => {
    for (const source of sources) {
      const clock = clockOf(source?.[name]);
      if (clock !== null) return nearestInstant(clock, timeMs);
    }
    return null;
  };
  const times: FlightTimes = {
    out: instantOf("out"),
    off: instantOf("off"),
    on: instantOf("on"),
    in: instantOf("in"),
    eta: instantOf("eta"),
  };
  return Object.values(times).some((time) => time !== null) ? times : null;
}

function nearestInstant(clock: string, timeMs: number): string {
  const today = Math.floor(timeMs / dayMs) * dayMs + clockMs(clock);
  const days = Math.round((timeMs - today) / dayMs);
  return new Date(today + days * dayMs).toISOString();
}
