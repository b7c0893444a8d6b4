/** The kinds of what a page transfers. */
export const kinds = ["script", "css", "font", "data", "other"] as const;

export type Kind = (typeof kinds)[number];

/** A move of content, as the browser reports it (`layout-shift`). */
export interface Shift {
  readonly atMs: number;
  readonly score: number;
}

/** A task that kept the page from answering (`longtask`). */
export interface LongTask {
  readonly atMs: number;
  readonly ms: number;
}

/** The cost of one load of a page. */
export interface LoadFigures {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly shift: number;
  readonly blockingMs: number;
  readonly bytes: Readonly<Record<Kind, number>>;
}

const windowMsMax = 5_000;
const gapMs = 1_000;
const shortTaskMs = 50;

/** Returns the cumulative layout shift: the most that moved in a window of at most 5 s, without a gap of 1 s. */
export function cumulativeShift(shifts: readonly Shift[]): number {
  let most = 0;
  let current = { startMs: 0, lastMs: 0, sum: 0 };
  for (const { atMs, score } of shifts) {
    const isNew = atMs - current.lastMs >= gapMs || atMs - current.startMs >= windowMsMax;
    current = isNew
      ? { startMs: atMs, lastMs: atMs, sum: score }
      : { ...current, lastMs: atMs, sum: current.sum + score };
    most = Math.max(most, current.sum);
  }
  return most;
}

/** Returns the total blocking time: of each long task after the first paint, what exceeds 50 ms. */
export function totalBlocking(tasks: readonly LongTask[], firstPaintMs: number): number {
  return tasks
    .map(({ atMs, ms }) => {
      const startMs = Math.max(atMs, firstPaintMs);
      return Math.max(0, atMs + ms - startMs - shortTaskMs);
    })
    .reduce((sum, ms) => sum + ms, 0);
}

/** Returns the median of each figure. */
export function mediansOf(loads: readonly LoadFigures[]): LoadFigures {
  const of = (read: (load: LoadFigures) => number): number => median(loads.map(read));
  return {
    firstPaintMs: of(({ firstPaintMs }) => firstPaintMs),
    largestPaintMs: of(({ largestPaintMs }) => largestPaintMs),
    shift: of(({ shift }) => shift),
    blockingMs: of(({ blockingMs }) => blockingMs),
    bytes: {
      script: of(({ bytes }) => bytes.script),
      css: of(({ bytes }) => bytes.css),
      font: of(({ bytes }) => bytes.font),
      data: of(({ bytes }) => bytes.data),
      other: of(({ bytes }) => bytes.other),
    },
  };
}

/** Returns the value in the middle, of an even number the lower one. */
function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0;
}
