/** Times of a flight as messages contain them: `HHMM` or `HHMMSS` in UTC, without a day. */
export interface ClockTimes {
  readonly out: string | null;
  readonly off: string | null;
  readonly on: string | null;
  readonly in: string | null;
  readonly eta: string | null;
}

const clockPattern = /^([01]\d|2[0-3]):?([0-5]\d)(?::?([0-5]\d))?$/;

/** Reads a time of day as `HHMM` or `HHMMSS`; null for anything else. */
export function clockOf(value: string | null | undefined): string | null {
  const parts = typeof value === "string" ? clockPattern.exec(value.trim()) : null;
  return parts === null ? null : `${parts[1]}${parts[2]}${parts[3] ?? ""}`;
}

/** Returns the milliseconds from midnight to a time that `clockOf` returned. */
export function clockMs(clock: string): number {
  const seconds = Number(clock.slice(4) || "0");
  return ((Number(clock.slice(0, 2)) * 60 + Number(clock.slice(2, 4))) * 60 + seconds) * 1_000;
}

/** Returns the times, null if all are unknown. */
export function timesOf(times: Partial<ClockTimes>): ClockTimes | null {
  const all: ClockTimes = { out: null, off: null, on: null, in: null, eta: null, ...times };
  return Object.values(all).some((time) => time !== null) ? all : null;
}
