/** The parts of a message that say when its airframe was at its position. */
export interface TimedPosition {
  /** Time of reception, ISO 8601. */
  readonly timestamp: string;
  /** The time of the position as the content states it: ISO 8601, `12:20:05` or `12:20`; null if it does not. */
  readonly stated: string | null;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A report may be this old; a time that is further from the message is wrong. */
const ageMsMax = 3 * 60 * minuteMs;
/** Clocks of stations differ. */
const aheadMsMax = 2 * minuteMs;

const clock = /^(\d{2}):(\d{2})(?::(\d{2}))?/;

/** The item of decoded content that states the time of a position. */
export const positionTimeLabel = "Time of position";

/** Returns the time of the position as decoded content states it; null if it does not. */
export function statedPositionTime(
  decoded: { readonly items: readonly { label: string; value: unknown }[] } | null,
): string | null {
  const value = decoded?.items.find(({ label }) => label === positionTimeLabel)?.value;
  return typeof value === "string" ? value : null;
}

/**
 * Returns when an airframe was at its position, Unix ms: the stated time if it is possible, else the time at which the message
 * was received. A stated time in whole minutes is the middle of the minute, and never later than the message.
 */
export function positionTimeMs({ timestamp, stated }: TimedPosition): number {
  const receivedMs = Date.parse(timestamp);
  const statedMs = stated === null ? Number.NaN : momentOf(stated, receivedMs);
  const ageMs = receivedMs - statedMs;
  return ageMs <= ageMsMax && ageMs >= -aheadMsMax ? statedMs : receivedMs;
}

function momentOf(stated: string, receivedMs: number): number {
  const [match, hours, minutes, seconds] = clock.exec(stated) ?? [];
  if (match === undefined) return Date.parse(stated);
  const inMinute = seconds === undefined ? minuteMs / 2 : Number(seconds) * 1_000;
  const ofDay = (Number(hours) * 60 + Number(minutes)) * minuteMs + inMinute;
  const dayStart = Math.floor(receivedMs / dayMs) * dayMs;
  const candidates = [-dayMs, 0, dayMs].map((days) => dayStart + days + ofDay);
  const nearest = candidates.reduce((a, b) =>
    Math.abs(b - receivedMs) < Math.abs(a - receivedMs) ? b : a,
  );
  const isThisMinute = seconds === undefined && Math.abs(nearest - receivedMs) <= minuteMs / 2;
  return isThisMinute ? Math.min(nearest, receivedMs) : nearest;
}
