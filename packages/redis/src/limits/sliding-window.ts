import { createBoundedMap } from "@jetwire/runtime";

/** Allows at most `max` events within any period of `ms`. */
export interface CountedWindow {
  readonly max: number;
  readonly ms: number;
}

/** The times of the latest events of one subject, in this process. */
export interface SlidingWindow {
  /** Counts an event if the windows allow it. Returns 0 then, else the ms until they do. */
  consume(): number;
  /** Returns what `consume` would return, without counting. */
  wait(): number;
  /** Removes the latest event. */
  giveBack(): void;
}

/** @param now monotonic, ms */
export function createSlidingWindow(
  windows: readonly CountedWindow[],
  now: () => number,
): SlidingWindow {
  const timesMax = Math.max(...windows.map(({ max }) => max));
  const times: number[] = [];

  return {
    consume() {
      const wait = waitMs(times, windows, now());
      if (wait > 0) return wait;
      times.push(now());
      if (times.length > timesMax) times.shift();
      return 0;
    },
    wait: () => waitMs(times, windows, now()),
    giveBack: () => void times.pop(),
  };
}

/**
 * Returns how long until one more event is within every window; 0 when it is now.
 *
 * @param times of the latest events, oldest first
 */
export function waitMs(
  times: readonly number[],
  windows: readonly CountedWindow[],
  now: number,
): number {
  const waits = windows.map(({ max, ms }) => {
    const oldest = times.at(-max);
    return oldest === undefined ? 0 : oldest + ms - now;
  });
  return Math.max(0, ...waits);
}

const keysMax = 10_000;

/**
 * Sliding windows by key.
 *
 * Counts for up to 10,000 keys; the least recently used one is forgotten first.
 */
export function createSlidingWindows(windows: readonly CountedWindow[], now: () => number) {
  const byKey = createBoundedMap<string, SlidingWindow>({ entriesMax: keysMax });
  return {
    consume(key: string): number {
      const window = byKey.get(key) ?? createSlidingWindow(windows, now);
      byKey.set(key, window);
      return window.consume();
    },
    wait: (key: string): number => byKey.peek(key)?.wait() ?? 0,
    giveBack: (key: string): void => byKey.peek(key)?.giveBack(),
  };
}
