import { SlidingWindow } from "@jetwire/redis";

/** Limits the events of each connection. */
export interface EventLimit {
  /** Counts an event if it is within the limit, and returns whether it is. */
  consume(connection: object): boolean;
}

const subscribesMax = 10;
const windowMs = 60_000;

/** Limits subscriptions: 10 in any minute. @param now monotonic, ms */
export function createSubscribeLimit(now: () => number): EventLimit {
  return createEventLimit(subscribesMax, now);
}

/**
 * Limits events within any minute. Counts per connection, so that a second socket on a connection
 * has no allowance of its own.
 *
 * @param now monotonic, ms
 */
function createEventLimit(max: number, now: () => number): EventLimit {
  const byConnection = new WeakMap<object, SlidingWindow>();

  function windowOf(connection: object): SlidingWindow {
    const known = byConnection.get(connection);
    if (known) return known;
    const window = new SlidingWindow([{ max, ms: windowMs }], now);
    byConnection.set(connection, window);
    return window;
  }

  return {
    consume: (connection) => windowOf(connection).consume() === 0,
  };
}

/** Limits of what the session of one connection sends in a minute; the contract sets `sends`. */
export type SessionLimits = ReturnType<typeof createSessionLimits>;

/** @param now monotonic, ms */
export function createSessionLimits(now: () => number) {
  return {
    sends: createEventLimit(30, now),
    reads: createEventLimit(60, now),
    notifications: createEventLimit(60, now),
    typing: createEventLimit(600, now),
    blocks: createEventLimit(30, now),
    reports: createEventLimit(10, now),
    refreshes: createEventLimit(10, now),
  };
}
