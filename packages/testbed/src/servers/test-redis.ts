import { createRedisOpener, type RedisConnection, type RedisRole } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";

/** A test's own connection to Redis, which says nothing and counts for nobody. */
export async function openTestRedis(
  redisUrl: string,
  role: RedisRole = "request",
): Promise<RedisConnection> {
  const opener = createRedisOpener(redisUrl, createLogger("test", "silent"), createMetrics({}));
  return await opener.open(role);
}
