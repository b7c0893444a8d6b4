import type { FlightTimes } from "@jetwire/protocol";
import type { ClockTimes } from "./findings.ts";

const dayMs = 86_400_000;
const clockPattern = /^([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d))?$/;

/**
 * Returns the times of a flight as instants: the first value of each that is a time of day. A message
 * has no days, so each is the moment nearest to the message's own time.
 */
export function flightTimes(
  sources: readonly (ClockTimes | null)[],
  timeMs: number,
): FlightTimes | null {
  const instantOf = (name: keyof ClockTimes) => {
    for (const source of sources) {
      const instant = nearestInstant(source?.[name] ?? null, timeMs);
      if (instant !== null) return instant;
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

function nearestInstant(clock: string | null, timeMs: number): string | null {
  const parts = clock === null ? null : clockPattern.exec(clock.trim());
  if (parts === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = parts;
  const ofDayMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  const today = Math.floor(timeMs / dayMs) * dayMs + ofDayMs;
  const days = Math.round((timeMs - today) / dayMs);
  return new Date(today + days * dayMs).toISOString();
}
