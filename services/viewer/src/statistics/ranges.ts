/** The ranges that statistics are shown for. */
export const ranges = ["24h", "7d", "30d"] as const;
export type StatisticsRange = (typeof ranges)[number];

const hourMs = 3_600_000;

/** The length of each range, and of the bars that it is shown in. */
export const rangeSteps: Readonly<Record<StatisticsRange, { lengthMs: number; stepMs: number }>> = {
  "24h": { lengthMs: 24 * hourMs, stepMs: hourMs },
  "7d": { lengthMs: 168 * hourMs, stepMs: hourMs },
  "30d": { lengthMs: 720 * hourMs, stepMs: 24 * hourMs },
};

export function isRange(text: string): text is StatisticsRange {
  return ranges.some((range) => range === text);
}

/** Returns the range that an address asks for, or another one if it asks for none that is known. */
export function statisticsRangeOf(
  requested: string | undefined,
  otherwise: StatisticsRange,
): StatisticsRange {
  return requested !== undefined && isRange(requested) ? requested : otherwise;
}
