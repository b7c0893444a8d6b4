import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const recordScript = loadScript(new URL("./relayed.lua", import.meta.url));

/** A relay begins about one series in an hour; a hundred bytes each. */
const seriesMax = 100_000;

/**
 * Up to which number each series of lines of relays is on disk, so that what a relay sends again after a lost
 * answer is skipped. Methods reject when Redis does not answer.
 */
export function createRelayedNumbers(redis: RedisClient, keys: Keys) {
  const { numbers, uses } = keys.relayed;
  return {
    /** Returns the number of the first line of a series that is not known to be on disk. */
    async next(series: string): Promise<number> {
      return Number((await redis.hget(numbers, series)) ?? 0);
    },
    /** Notes that all lines of a series before this number are on disk. */
    async record(
      series: string,
      next: number,
      limits: { readonly nowMs: number; readonly seriesMax?: number },
    ): Promise<void> {
      const args = [series, next, limits.nowMs, limits.seriesMax ?? seriesMax];
      await recordScript.run(redis, [numbers, uses], args);
    },
  };
}
