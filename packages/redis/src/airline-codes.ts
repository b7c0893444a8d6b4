import type { AirlineCodes } from "@jetwire/protocol";
import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";

/** Airline codes from the copy in Redis, for a start without Postgres. */
export async function readAirlineCodes(redis: RedisClient, keys: Keys): Promise<AirlineCodes> {
  return new Map(Object.entries(await redis.hgetall(keys.airlineCodes)));
}

/** Replaces the copy. */
export async function writeAirlineCodes(
  redis: RedisClient,
  keys: Keys,
  codes: AirlineCodes,
): Promise<void> {
  if (codes.size === 0) return;
  await redis
    .multi()
    .del(keys.airlineCodes)
    .hset(keys.airlineCodes, Object.fromEntries(codes))
    .exec();
}
