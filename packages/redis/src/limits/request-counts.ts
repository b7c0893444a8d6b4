import { askOrFallBack } from "../connection/availability.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Requests that were counted from the beginning of an hour, Unix ms. */
export interface HourOfRequests {
  readonly fromMs: number;
  readonly requests: number;
}

/** Counts the requests of accounts by the hour, for a day. */
export type RequestCounts = ReturnType<typeof createRequestCounts>;

const hourMs = 3_600_000;
const hoursKept = 24;
/** Longer than the hours that are shown, because clocks differ. */
const keptSeconds = 26 * 3_600;

export function createRequestCounts(redis: RedisClient, keys: Keys) {
  return {
    /** Adds requests of an account to the hour of a time. @throws when Redis does not answer. */
    async add(accountId: string, requests: number, nowMs: number): Promise<void> {
      const key = keys.requests(accountId, hourOf(nowMs));
      await redis.multi().incrby(key, requests).expire(key, keptSeconds).exec();
    },
    /**
     * Returns the last 24 hours, the oldest first; the last one is not over. Returns null while Redis
     * is unavailable or frozen. Never rejects.
     */
    async read(accountId: string, nowMs: number): Promise<HourOfRequests[] | null> {
      const hours = lastHours(nowMs);
      const asked = hours.map((hour) => keys.requests(accountId, hour));
      const counts = await askOrFallBack(
        redis,
        () => redis.mget(asked),
        () => null,
      );
      if (counts === null) return null;
      return hours.map((hour, index) => ({
        fromMs: hour * hourMs,
        requests: Number(counts[index] ?? 0),
      }));
    },
  };
}

/** Returns the keys of all counts that an account may have now. */
export function requestCountKeys(keys: Keys, accountId: string, nowMs: number): string[] {
  const hours = [hourOf(nowMs) - hoursKept, ...lastHours(nowMs), hourOf(nowMs) + 1];
  return hours.map((hour) => keys.requests(accountId, hour));
}

function lastHours(nowMs: number): number[] {
  const last = hourOf(nowMs);
  return Array.from({ length: hoursKept }, (_, index) => last - hoursKept + 1 + index);
}

function hourOf(ms: number): number {
  return Math.floor(ms / hourMs);
}
