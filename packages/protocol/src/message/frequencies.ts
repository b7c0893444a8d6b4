import { z } from "zod";

/** A range of frequencies, MHz, inclusive. */
export interface FrequencyRange {
  readonly from: number;
  readonly to: number;
}

const text = "must be a frequency in MHz like 131.55, or a range like 131.5-131.6";

/** The text of a filter of frequencies, MHz: one frequency, or a range of two. */
export const Frequencies = z
  .string(text)
  .regex(/^\d{1,5}(?:\.\d{1,6})?(?:-\d{1,5}(?:\.\d{1,6})?)?$/, { message: text, abort: true })
  .refine((frequencies) => {
    const { from, to } = readFrequencies(frequencies);
    return from <= to;
  }, text);

/** Decoders round frequencies to a kHz, or report where they measured the carrier. */
const toleranceMhz = 0.001;
/** A fraction such as 131.551 may be stored as a slightly different number. */
const roundingMhz = 1e-6;

/** Returns the range that a filter asks for: a single frequency stands for 1 kHz around it. */
export function readFrequencies(frequencies: string): FrequencyRange {
  const [first = 0, last] = frequencies.split("-").map(Number);
  const marginMhz = roundingMhz + (last === undefined ? toleranceMhz : 0);
  return { from: first - marginMhz, to: (last ?? first) + marginMhz };
}
