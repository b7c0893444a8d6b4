import { fieldsOf, finiteNumber } from "./fields.ts";

/** Beyond any band that decoders listen to; a frequency above is a mistake of units. */
const mhzMax = 30_000;

/** MHz to the nearest kHz; null for 0, which is what acarsdec says of an audio file. */
export function frequencyOfMhz(value: unknown): number | null {
  const mhz = finiteNumber(value);
  return mhz === null ? null : toNearestKhz(mhz * 1_000);
}

/** Hz in, MHz out, to the nearest kHz. */
export function frequencyOfHz(value: unknown): number | null {
  const hz = finiteNumber(value);
  return hz === null ? null : toNearestKhz(hz / 1_000);
}

function toNearestKhz(khz: number): number | null {
  const mhz = Math.round(khz) / 1_000;
  return mhz > 0 && mhz <= mhzMax ? mhz : null;
}

/** The last moment that a Date can hold, Unix ms. */
const timeMsMax = 8.64e15;

/** Unix seconds with a fraction, in Unix ms. */
export function timeOfSeconds(value: unknown): number | null {
  const seconds = finiteNumber(value);
  return seconds === null ? null : inRange(Math.round(seconds * 1_000));
}

/** `{sec, usec}`. The microseconds aren't zero padded, so they are added, never appended. */
export function timeOfSecUsec(value: unknown): number | null {
  const time = fieldsOf(value);
  const sec = finiteNumber(time.sec);
  return sec === null
    ? null
    : inRange(Math.round(sec * 1_000 + (finiteNumber(time.usec) ?? 0) / 1_000));
}

const offsetPattern = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** ISO 8601 text. Without an offset it is UTC, which `Date.parse` would take for local time. */
export function timeOfIso(value: unknown): number | null {
  if (typeof value !== "string" || value.length > 40) return null;
  const text = value.trim();
  const timeMs = Date.parse(offsetPattern.test(text) ? text : `${text}Z`);
  return Number.isNaN(timeMs) ? null : timeMs;
}

function inRange(timeMs: number): number | null {
  return Math.abs(timeMs) <= timeMsMax ? timeMs : null;
}
