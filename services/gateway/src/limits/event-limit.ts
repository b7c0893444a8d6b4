/** Counts events of each connection. */
export interface EventLimit {
  /** Whether one more is within the limit; it counts only if it is. */
  take(connection: object): boolean;
  /** Counts a leave, which is never refused: a client must always be able to stop. */
  note(connection: object): void;
}

/** The subscribe-type events. */
export type SubscribeLimit = EventLimit;

const subscribesMax = 10;
const windowMs = 60_000;

/** 10 a minute. @param now monotonic, ms */
export function createSubscribeLimit(now: () => number): SubscribeLimit {
  return createEventLimit(subscribesMax, now);
}

/**
 * So many a minute, over any minute: the times of the last ones are kept, per connection, so that a
 * second socket on a connection has no allowance of its own.
 *
 * @param now monotonic, ms
 */
export function createEventLimit(eventsMax: number, now: () => number): EventLimit {
  const times = new WeakMap<object, number[]>();

  function add(connection: object): void {
    const last = times.get(connection) ?? [];
    last.push(now());
    if (last.length > eventsMax) last.shift();
    times.set(connection, last);
  }

  return {
    take(connection) {
      const last = times.get(connection) ?? [];
      const oldest = last.length < eventsMax ? undefined : last[0];
      if (oldest !== undefined && now() - oldest < windowMs) return false;
      add(connection);
      return true;
    },
    note: add,
  };
}
