/** The ranges that statistics are shown for. */
export const ranges = ["24h", "7d", "30d"] as const;
export type Range = (typeof ranges)[number];

const hourMs = 3_600_000;

/** The length of each range, and of the bars that it is shown in. */
export const rangeSteps: Readonly<Record<Range, { lengthMs: number; stepMs: number }>> = {
  "24h": { lengthMs: 24 * hourMs, stepMs: hourMs },
  "7d": { lengthMs: 168 * hourMs, stepMs: hourMs },
  "30d": { lengthMs: 720 * hourMs, stepMs: 24 * hourMs },
};

export function isRange(text: string): text is Range {
  return ranges.some((range) => range === text);
}

/** Returns the range that an address asks for, or another one if it asks for none that is known. */
export function rangeOf(asked: string | undefined, otherwise: Range): Range {
  return asked !== undefined && isRange(asked) ? asked : otherwise;
}
