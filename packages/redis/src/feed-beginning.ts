import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";

/**
 * Since when this Redis has held feed logs without being emptied, Unix ms. Whoever asks first after
 * it was emptied sets it, so it is never too early; asked often, it is not much too late.
 */
export async function feedsBeganMs(redis: RedisClient, keys: Keys, nowMs: number): Promise<number> {
  const before = await redis.set(keys.feedsBegan, nowMs, "NX", "GET");
  return before === null ? nowMs : Number(before);
}
