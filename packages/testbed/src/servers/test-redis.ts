import { createRedisOpener, type RedisConnection, type RedisRole } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";

/** Opens a connection to Redis without logs and metrics. */
export async function openTestRedis(
  redisUrl: string,
  role: RedisRole = "request",
): Promise<RedisConnection> {
  const opener = createRedisOpener(redisUrl, createLogger("test", "silent"), createMetrics({}));
  return await opener.open(role);
}
