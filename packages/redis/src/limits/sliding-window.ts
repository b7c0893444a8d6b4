import { createBoundedMap } from "@jetwire/runtime";

/** Allows at most `max` events within any period of `ms`. */
export interface CountedWindow {
  readonly max: number;
  readonly ms: number;
}

/** The times of the latest events of one subject, in this process. */
export class SlidingWindow {
  readonly #windows;
  readonly #now;
  readonly #timesMax;
  readonly #times: number[] = [];

  /** @param now monotonic, ms */
  constructor(windows: readonly CountedWindow[], now: () => number) {
    this.#windows = windows;
    this.#now = now;
    this.#timesMax = Math.max(...windows.map(({ max }) => max));
  }

  /** Counts an event if the windows allow it. Returns 0 then, else the ms until they do. */
  consume(): number {
    const wait = this.wait();
    if (wait > 0) return wait;
    this.#times.push(this.#now());
    if (this.#times.length > this.#timesMax) this.#times.shift();
    return 0;
  }

  /** Returns what `consume` would return, without counting. */
  wait(): number {
    return waitMs(this.#times, this.#windows, this.#now());
  }

  /** Removes the latest event. */
  giveBack(): void {
    this.#times.pop();
  }
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
      const window = byKey.get(key) ?? new SlidingWindow(windows, now);
      byKey.set(key, window);
      return window.consume();
    },
    wait: (key: string): number => byKey.peek(key)?.wait() ?? 0,
    giveBack: (key: string): void => byKey.peek(key)?.giveBack(),
  };
}
