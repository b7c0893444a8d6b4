import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisConnection } from "./connection.ts";
import type { Keys } from "./keys.ts";

export interface LimitOutcome {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window ends, and with it a refusal. */
  readonly resetMs: number;
}

/** Counts requests in windows of one length, in Redis, so that all replicas count together. */
export interface Limiter {
  /** Takes one of `points`; with Redis away this process counts alone, never failing a request. */
  consume(key: string, points: number): Promise<LimitOutcome>;
  /** Whether nothing of `points` is left, without taking any. */
  isSpent(key: string, points: number): Promise<boolean>;
}

export interface LimiterOptions {
  /** A connection of role `limiter`: it answers at once or not at all. */
  readonly redis: RedisConnection;
  readonly keys: Keys;
  /** What is counted; part of the keys. */
  readonly name: string;
  readonly windowSeconds: number;
  /** Divides the points where this process counts alone, one of so many replicas. */
  readonly replicas?: number;
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { redis, keys, name, windowSeconds, replicas = 1 } = options;
  // One for each number of points: those are rows of the tiers table, so there are few.
  const byPoints = new Map<number, RateLimiterRedis>();

  function limiterOf(points: number): RateLimiterRedis {
    const known = byPoints.get(points);
    if (known) return known;
    const window = { keyPrefix: `${keys.limiterPrefix}:${name}`, duration: windowSeconds };
    const made = new RateLimiterRedis({
      ...window,
      storeClient: redis,
      points,
      rejectIfRedisNotReady: true,
      // A key over its limit is refused here until its window ends, without asking Redis again.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({
        ...window,
        points: Math.max(1, Math.floor(points / replicas)),
      }),
    });
    byPoints.set(points, made);
    return made;
  }

  return {
    async consume(key, points) {
      try {
        return outcome(true, await limiterOf(points).consume(key));
      } catch (refused) {
        // It rejects with a result when over the limit, with an Error when the store failed.
        if (refused instanceof RateLimiterRes) return outcome(false, refused);
        throw refused;
      }
    },
    async isSpent(key, points) {
      const known = await limiterOf(points).get(key);
      return known !== null && known.remainingPoints <= 0;
    },
  };
}

function outcome(allowed: boolean, result: RateLimiterRes): LimitOutcome {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    resetMs: Math.max(0, result.msBeforeNext),
  };
}
