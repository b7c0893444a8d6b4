import { fieldsOf, finiteNumber } from "../fields.ts";

/** Higher than any band that decoders receive; a frequency above has the wrong unit. */
const mhzMax = 30_000;

/** Reads MHz, rounded to kHz; null for 0, which acarsdec sends for an audio file. */
export function frequencyOfMhz(value: unknown): number | null {
  const mhz = finiteNumber(value);
  return mhz === null ? null : toNearestKhz(mhz * 1_000);
}

/** Reads Hz as MHz, rounded to kHz. */
export function frequencyOfHz(value: unknown): number | null {
  const hz = finiteNumber(value);
  return hz === null ? null : toNearestKhz(hz / 1_000);
}

function toNearestKhz(khz: number): number | null {
  const mhz = Math.round(khz) / 1_000;
  return mhz > 0 && mhz <= mhzMax ? mhz : null;
}

/** The latest time that a Date can represent, Unix ms. */
const timeMsMax = 8.64e15;

/** Reads Unix seconds with a fraction as Unix ms. */
export function timeOfSeconds(value: unknown): number | null {
  const seconds = finiteNumber(value);
  return seconds === null ? null : inRange(Math.round(seconds * 1_000));
}

/** Reads `{sec, usec}` as Unix ms. The microseconds are not zero-padded, so they are added, not appended. */
export function timeOfSecUsec(value: unknown): number | null {
  const time = fieldsOf(value);
  const sec = finiteNumber(time.sec);
  return sec === null
    ? null
    : inRange(Math.round(sec * 1_000 + (finiteNumber(time.usec) ?? 0) / 1_000));
}

const offsetPattern = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** Reads ISO 8601 as Unix ms. Without an offset it is UTC, not local time as for `Date.parse`. */
export function timeOfIso(value: unknown): number | null {
  if (typeof value !== "string" || value.length > 40) return null;
  const text = value.trim();
  const timeMs = Date.parse(offsetPattern.test(text) ? text : `${text}Z`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

function inRange(timeMs: number): number | null {
  return Math.abs(timeMs) <= timeMsMax ? timeMs : null;
}
