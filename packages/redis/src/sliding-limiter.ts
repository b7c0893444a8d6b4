import type { RedisConnection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";
import { storeWatch } from "./store-watch.ts";
import { createTakenTimes, type Window } from "./taken-times.ts";

const takeScript = loadScript("sliding-take");

export type SlidingOutcome =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly waitMs: number };

/**
 * Counts in Redis, so that all replicas count together, over any stretch of time: unlike with windows
 * that begin anew, nobody gets two windows' worth at their boundary. It remembers the time of each of
 * the last ones, so it is for limits of some hundreds. What is refused isn't counted.
 */
export interface SlidingLimiter {
  /** Takes one. With Redis away or frozen this process counts alone. Never rejects. */
  take(key: string): Promise<SlidingOutcome>;
}

export interface SlidingLimiterOptions {
  /** A connection of role `limiter`: it answers at once or not at all. */
  readonly redis: RedisConnection;
  readonly keys: Keys;
  /** What is counted; part of the keys. */
  readonly name: string;
  readonly windows: readonly Window[];
}

export function createSlidingLimiter({
  redis,
  keys,
  name,
  windows,
}: SlidingLimiterOptions): SlidingLimiter {
  const watch = storeWatch(redis);
  const alone = createTakenTimes(windows, () => performance.now());
  const timesMax = Math.max(...windows.map(({ max }) => max));
  const args = [timesMax, ...windows.flatMap(({ max, ms }) => [max, ms])];

  async function ask(key: string): Promise<number> {
    if (watch.isAway()) return alone.take(key);
    try {
      return Number(await takeScript.run(redis, [`${keys.limiterPrefix}:${name}:${key}`], args));
    } catch {
      watch.failed();
      return alone.take(key);
    }
  }

  return {
    async take(key) {
      const waitMs = await ask(key);
      return waitMs > 0 ? { allowed: false, waitMs } : { allowed: true };
    },
  };
}
