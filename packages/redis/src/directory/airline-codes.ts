import type { AirlineCodes } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** A copy of the airline codes, for a start without Postgres. */
export interface AirlineCodesCopy {
  read(): Promise<AirlineCodes>;
  /** Replaces the copy; no codes leave it unchanged. */
  replace(codes: AirlineCodes): Promise<void>;
}

export function createAirlineCodesCopy(redis: RedisClient, keys: Keys): AirlineCodesCopy {
  const key = keys.airlineCodes;
  return {
    async read() {
      return new Map(Object.entries(await redis.hgetall(key)));
    },
    async replace(codes) {
      if (codes.size === 0) return;
      await redis.multi().del(key).hset(key, Object.fromEntries(codes)).exec();
    },
  };
}
