import { SlidingWindow } from "@jetwire/redis";

const subscribesMax = 10;
const windowMs = 60_000;

/**
 * Limits events within any minute. Counts per connection, so that a second socket on a connection
 * has no allowance of its own.
 */
export class EventLimit {
  readonly #windows;
  readonly #now;
  readonly #byConnection = new WeakMap<object, SlidingWindow>();

  /** @param now monotonic, ms */
  constructor(max: number, now: () => number) {
    this.#windows = [{ max, ms: windowMs }];
    this.#now = now;
  }

  /** Counts an event if it is within the limit, and returns whether it is. */
  consume(connection: object): boolean {
    return this.#windowOf(connection).consume() === 0;
  }

  #windowOf(connection: object): SlidingWindow {
    const known = this.#byConnection.get(connection);
    if (known) return known;
    const window = new SlidingWindow(this.#windows, this.#now);
    this.#byConnection.set(connection, window);
    return window;
  }
}

/** Limits subscriptions: 10 in any minute. @param now monotonic, ms */
export function createSubscribeLimit(now: () => number): EventLimit {
  return new EventLimit(subscribesMax, now);
}

/** Limits of what the session of one connection sends in a minute; the contract sets `sends`. */
export type SessionLimits = ReturnType<typeof createSessionLimits>;

/** @param now monotonic, ms */
export function createSessionLimits(now: () => number) {
  return {
    sends: new EventLimit(30, now),
    reads: new EventLimit(60, now),
    notifications: new EventLimit(60, now),
    typing: new EventLimit(600, now),
    blocks: new EventLimit(30, now),
    reports: new EventLimit(10, now),
    refreshes: new EventLimit(10, now),
  };
}
