import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import {
  createFixedWindowLimiter,
  type FixedWindowLimiter,
  type FixedWindowOptions,
} from "./fixed-window.ts";
import { createSlidingLimiter, type SlidingLimiter } from "./sliding-limiter.ts";
import type { CountedWindow } from "./sliding-window.ts";

/**
 * Rate limits that all replicas count together. While Redis is unavailable or frozen, each process
 * counts alone; no method rejects. Open the stores over a connection of role `limiter`.
 */
export type Limiters = ReturnType<typeof createLimiters>;

export function createLimiters(redis: RedisClient, keys: Keys) {
  return {
    /** Suits limits of any size; up to twice the limit can pass around the end of a window. */
    fixedWindow: (options: FixedWindowOptions): FixedWindowLimiter =>
      createFixedWindowLimiter(redis, keys.limiterPrefix, options),
    /**
     * Suits limits up to some hundreds; exact over any period, because it stores each event's time.
     *
     * @param name of the events that are counted; part of the keys
     */
    sliding: (name: string, windows: readonly CountedWindow[]): SlidingLimiter =>
      createSlidingLimiter(redis, `${keys.limiterPrefix}:${name}`, windows),
  };
}
