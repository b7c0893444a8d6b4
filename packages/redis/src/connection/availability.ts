import type { RedisClient } from "./redis-client.ts";

/** Whether a Redis that answers at once or not at all is worth asking. */
type Availability = ReturnType<typeof createAvailability>;

const pingEveryMs = 500;
const known = new WeakMap<RedisClient, Availability>();

/**
 * Returns the availability of a connection, one for all its users. Without it each request would
 * wait for its own time-out while Redis is frozen.
 */
function availabilityOf(redis: RedisClient): Availability {
  const availability = known.get(redis) ?? createAvailability(redis);
  known.set(redis, availability);
  return availability;
}

function createAvailability(redis: RedisClient) {
  let unavailable = false;
  let pingAtMs = 0;

  function ping(): void {
    pingAtMs = performance.now() + pingEveryMs;
    redis.ping().then(
      () => (unavailable = false),
      () => {},
    );
  }

  return {
    /** True from a failure until Redis answers a PING again, which is sent twice a second at most. */
    isUnavailable(): boolean {
      if (unavailable && performance.now() >= pingAtMs) ping();
      return unavailable;
    },
    failed(): void {
      if (unavailable) return;
      unavailable = true;
      pingAtMs = performance.now() + pingEveryMs;
    },
  };
}

/** Asks Redis, or the process' own counts while Redis is unavailable or frozen. */
export async function askOrFallBack<T>(
  redis: RedisClient,
  shared: () => Promise<T>,
  local: () => T | Promise<T>,
): Promise<T> {
  const availability = availabilityOf(redis);
  if (availability.isUnavailable()) return await local();
  try {
    return await shared();
  } catch {
    availability.failed();
    return await local();
  }
}
