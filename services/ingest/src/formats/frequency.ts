import { finiteNumber } from "./fields.ts";

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
