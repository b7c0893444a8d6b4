import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import type { RedisConnection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { storeWatch } from "./store-watch.ts";

export interface LimitOutcome {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Until the window ends, and with it a refusal. */
  readonly resetMs: number;
}

/**
 * Counts requests in windows of one length, in Redis, so that all replicas count together. A window
 * begins with its first request: around the end of one, up to two windows' worth can pass in one
 * window's time. Where that matters and limits are small, take a `SlidingLimiter`.
 */
export interface Limiter {
  /** Takes one of `points`; with Redis away this process counts alone, never failing a request. */
  consume(key: string, points: number): Promise<LimitOutcome>;
  /** What a consumption would find, without taking any. */
  read(key: string, points: number): Promise<LimitOutcome>;
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

/** The same points, counted with the other replicas and alone. */
interface Counters {
  readonly shared: RateLimiterRedis;
  readonly alone: RateLimiterMemory;
}

export function createLimiter(options: LimiterOptions): Limiter {
  const { redis, keys, name, windowSeconds, replicas = 1 } = options;
  const watch = storeWatch(redis);
  // One for each number of points: those are rows of the tiers table, so there are few.
  const byPoints = new Map<number, Counters>();

  function countersOf(points: number): Counters {
    const known = byPoints.get(points);
    if (known) return known;
    const window = { keyPrefix: `${keys.limiterPrefix}:${name}`, duration: windowSeconds };
    const made = {
      shared: new RateLimiterRedis({
        ...window,
        storeClient: redis,
        points,
        rejectIfRedisNotReady: true,
        // A key over its limit is refused here until its window ends, without asking Redis again.
        inMemoryBlockOnConsumed: points + 1,
      }),
      alone: new RateLimiterMemory({
        ...window,
        points: Math.max(1, Math.floor(points / replicas)),
      }),
    };
    byPoints.set(points, made);
    return made;
  }

  /** Asks the shared counter, or this process' own while Redis is away. */
  async function ask<T>(
    points: number,
    question: (counter: RateLimiterRedis | RateLimiterMemory) => Promise<T>,
  ): Promise<T> {
    const { shared, alone } = countersOf(points);
    if (watch.isAway()) return await question(alone);
    try {
      return await question(shared);
    } catch (error) {
      // It rejects with a result when over the limit, with an Error when the store failed.
      if (error instanceof RateLimiterRes) throw error;
      watch.failed();
      return await question(alone);
    }
  }

  return {
    async consume(key, points) {
      try {
        return outcome(true, await ask(points, (counter) => counter.consume(key)));
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return outcome(false, refused);
        throw refused;
      }
    },
    async read(key, points) {
      const known = await ask(points, (counter) => counter.get(key));
      if (known === null) return { allowed: true, remaining: points, resetMs: 0 };
      return outcome(known.remainingPoints > 0, known);
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
