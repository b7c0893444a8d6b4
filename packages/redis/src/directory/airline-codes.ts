import type { AirlineCodes } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** A copy of the airline codes, for a start without Postgres. */
export function createAirlineCodesCopy(redis: RedisClient, keys: Keys) {
  const key = keys.airlineCodes;
  return {
    async read(): Promise<AirlineCodes> {
      return new Map(Object.entries(await redis.hgetall(key)));
    },
    /** Replaces the copy; no codes leave it unchanged. */
    async replace(codes: AirlineCodes): Promise<void> {
      if (codes.size === 0) return;
      await redis.multi().del(key).hset(key, Object.fromEntries(codes)).exec();
    },
  };
}
