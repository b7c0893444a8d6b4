import type { RedisClient } from "./redis-client.ts";

/** Whether a Redis that answers at once or not at all is worth asking. */
export interface StoreWatch {
  /** True from a failure until it answers again; it is asked about twice a second, in nobody's way. */
  isAway(): boolean;
  failed(): void;
}

const askEveryMs = 500;
const watches = new WeakMap<RedisClient, StoreWatch>();

/**
 * The watch over a connection, one for all who use it. Without it each request would wait for its own
 * time-out while Redis is frozen.
 */
export function storeWatch(redis: RedisClient): StoreWatch {
  const known = watches.get(redis);
  if (known) return known;
  const made = createStoreWatch(redis);
  watches.set(redis, made);
  return made;
}

function createStoreWatch(redis: RedisClient): StoreWatch {
  let away = false;
  let askAgainMs = 0;

  function ask(): void {
    askAgainMs = performance.now() + askEveryMs;
    redis.ping().then(
      () => (away = false),
      () => {},
    );
  }

  return {
    isAway() {
      if (away && performance.now() >= askAgainMs) ask();
      return away;
    },
    failed() {
      if (away) return;
      away = true;
      askAgainMs = performance.now() + askEveryMs;
    },
  };
}
