/** So many within so long, wherever that time begins. */
export interface Window {
  readonly max: number;
  readonly ms: number;
}

/**
 * How long until one more is within every window; 0 when it is now.
 *
 * @param times of the last ones, oldest first
 */
export function waitMs(times: readonly number[], windows: readonly Window[], now: number): number {
  const waits = windows.map(({ max, ms }) => {
    const oldest = times.at(-max);
    return oldest === undefined ? 0 : oldest + ms - now;
  });
  return Math.max(0, ...waits);
}

/** What one process counts by itself, while it can't count with the others. */
export interface TakenTimes {
  /** @returns 0 when taken, else the ms until one can be. */
  take(key: string): number;
  /** The same, without taking. */
  wait(key: string): number;
  /** Takes the last one back. */
  giveBack(key: string): void;
}

const keysMax = 10_000;

/**
 * Remembers of each key when the last ones were taken; of too many keys the longest unused is
 * forgotten.
 *
 * @param now monotonic, ms
 */
export function createTakenTimes(windows: readonly Window[], now: () => number): TakenTimes {
  const timesMax = Math.max(...windows.map(({ max }) => max));
  const known = new Map<string, number[]>();

  return {
    take(key) {
      const times = known.get(key) ?? [];
      const wait = waitMs(times, windows, now());
      if (wait > 0) return wait;
      times.push(now());
      if (times.length > timesMax) times.shift();
      known.delete(key);
      known.set(key, times);
      const [oldest] = known.keys();
      if (known.size > keysMax && oldest !== undefined) known.delete(oldest);
      return 0;
    },
    wait: (key) => waitMs(known.get(key) ?? [], windows, now()),
    giveBack: (key) => void known.get(key)?.pop(),
  };
}
