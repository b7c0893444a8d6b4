import type { PartitionSize, StorageSample } from "@jetwire/db";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A shorter time says little of a day. */
const spanMsMin = 6 * hourMs;
const wholeDaysMax = 7;

/**
 * Returns how many bytes a size grows a day: the slope of the line through its samples. One that shrinks grows by 0.
 *
 * @returns null if its samples extend over less than six hours
 */
export function growthOf(samples: readonly StorageSample[], name: string): number | null {
  const points = samples.flatMap(({ measuredAt, sizes }) => {
    const bytes = sizes[name];
    return bytes === undefined ? [] : [{ x: Date.parse(measuredAt) / dayMs, y: bytes }];
  });
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  if ((last.x - first.x) * dayMs < spanMsMin) return null;
  const middle = { x: meanOf(points.map(({ x }) => x)), y: meanOf(points.map(({ y }) => y)) };
  const spread = points.reduce((sum, { x }) => sum + (x - middle.x) ** 2, 0);
  const common = points.reduce((sum, { x, y }) => sum + (x - middle.x) * (y - middle.y), 0);
  return Math.max(0, common / spread);
}

/**
 * Returns how many bytes a table with a partition for each day grows a day: the mean of its last whole days, up to
 * seven, or the last of them if that is more. What retention drops does not hide it.
 *
 * @param partitions those of one table, oldest first
 * @returns null if there is no whole day with rows
 */
export function growthOfDays(partitions: readonly PartitionSize[], nowMs: number): number | null {
  const today = dayOf(nowMs);
  // Those of the coming days are empty, and have indexes of some pages.
  const empty = Math.max(0, ...partitions.filter(({ day }) => day > today).map(sizeOf));
  const oldest = dayOf(nowMs - wholeDaysMax * dayMs);
  const whole = partitions
    .filter(({ day, bytes }) => day < today && day >= oldest && bytes > empty)
    .map(sizeOf);
  const last = whole.at(-1);
  return last === undefined ? null : Math.max(meanOf(whole), last);
}

/** Returns the UTC day of a time: `2026-11-21`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function sizeOf({ bytes }: PartitionSize): number {
  return bytes;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
