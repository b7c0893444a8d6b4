import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { askOrFallBack } from "../connection/availability.ts";
import type { RedisClient } from "../connection/redis-client.ts";

export interface LimitResult {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Time until the window ends, and with it a refusal. */
  readonly resetMs: number;
}

/**
 * Counts requests in windows of one length. A window begins with its first request: around the end
 * of one, up to twice the limit can pass in one window's time.
 */
export type FixedWindowLimiter = ReturnType<typeof createFixedWindowLimiter>;

export interface FixedWindowOptions {
  /** Names the events that are counted; part of the keys. */
  readonly name: string;
  readonly windowSeconds: number;
  /** Divides the points while this process, one of so many replicas, counts alone. */
  readonly replicas?: number;
}

interface Counters {
  readonly shared: RateLimiterRedis;
  readonly local: RateLimiterMemory;
}

export function createFixedWindowLimiter(
  redis: RedisClient,
  keyPrefix: string,
  { name, windowSeconds, replicas = 1 }: FixedWindowOptions,
) {
  // One for each number of points: those are rows of the tiers table, so there are few.
  const byPoints = new Map<number, Counters>();

  function countersOf(points: number): Counters {
    const known = byPoints.get(points);
    if (known) return known;
    const window = { keyPrefix: `${keyPrefix}:${name}`, duration: windowSeconds };
    const counters = {
      shared: new RateLimiterRedis({
        ...window,
        storeClient: redis,
        points,
        rejectIfRedisNotReady: true,
        // A key over its limit is refused here until its window ends, without asking Redis again.
        inMemoryBlockOnConsumed: points + 1,
      }),
      local: new RateLimiterMemory({
        ...window,
        points: Math.max(1, Math.floor(points / replicas)),
      }),
    };
    byPoints.set(points, counters);
    return counters;
  }

  return {
    /** Takes one of `points`. */
    async consume(key: string, points: number): Promise<LimitResult> {
      const { shared, local } = countersOf(points);
      return await askOrFallBack(
        redis,
        () => consumeOne(shared, key),
        () => consumeOne(local, key),
      );
    },
    /** Returns what `consume` would find, without taking any. */
    async read(key: string, points: number): Promise<LimitResult> {
      const { shared, local } = countersOf(points);
      const known = await askOrFallBack(
        redis,
        () => shared.get(key),
        () => local.get(key),
      );
      if (known === null) return { allowed: true, remaining: points, resetMs: 0 };
      return toResult(known.remainingPoints > 0, known);
    },
  };
}

/** @throws when the store failed; the library rejects with a result when over the limit. */
async function consumeOne(
  counter: RateLimiterRedis | RateLimiterMemory,
  key: string,
): Promise<LimitResult> {
  try {
    return toResult(true, await counter.consume(key));
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return toResult(false, refusal);
    throw refusal;
  }
}

function toResult(allowed: boolean, result: RateLimiterRes): LimitResult {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    resetMs: Math.max(0, result.msBeforeNext),
  };
}
