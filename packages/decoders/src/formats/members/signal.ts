import type { Signal } from "@jetwire/protocol";
import { finiteNumber, headerText } from "../fields.ts";

/** Limits what a receiver can measure, dB, and a skew by the width of a channel, Hz. */
const decibelMax = 1_000;
const skewHzMax = 100_000;
/** The most that the narrow columns of the database take. */
const countMax = 32_767;

/** The fields of a decoder that tell how well it received a frame. */
interface SignalFields {
  readonly level: number | null;
  readonly noise?: unknown;
  readonly skewHz?: unknown;
  readonly bitRate?: unknown;
  readonly slot?: unknown;
  readonly octetsCorrected?: unknown;
}

/** Reads signal and noise, rounded to tenths; what is missing or impossible is left out. */
export function readSignal(fields: SignalFields): Signal {
  const signal: Signal = {};
  const noise = within(fields.noise, decibelMax);
  if (noise !== null) signal.noise = tenths(noise);
  const level = within(fields.level, decibelMax);
  if (level !== null && noise !== null) signal.snr = tenths(level - noise);
  const skewHz = within(fields.skewHz, skewHzMax);
  if (skewHz !== null) signal.frequencySkew = tenths(skewHz);
  const bitRate = within(fields.bitRate, countMax);
  if (bitRate !== null && Number.isInteger(bitRate) && bitRate > 0) signal.bitRate = bitRate;
  const kind = headerText(fields.slot);
  if (kind === "S" || kind === "D") signal.slot = kind;
  const octets = within(fields.octetsCorrected, countMax);
  if (octets !== null && Number.isInteger(octets) && octets >= 0) signal.octetsCorrected = octets;
  return signal;
}

/** Returns a skew in parts per million of a frequency in MHz as Hz. */
export function skewOfPpm(ppm: unknown, frequency: number | null): number | null {
  const parts = finiteNumber(ppm);
  return parts === null || frequency === null ? null : parts * frequency;
}

function within(value: unknown, max: number): number | null {
  const number = finiteNumber(value);
  return number === null || Math.abs(number) > max ? null : number;
}

function tenths(value: number): number {
  // Never -0, which JSON writes as 0.
  return Math.round(value * 10) / 10 || 0;
}
