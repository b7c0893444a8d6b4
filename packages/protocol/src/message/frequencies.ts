/** A range of frequencies, MHz, inclusive. */
export interface FrequencyRange {
  readonly from: number;
  readonly to: number;
}

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
