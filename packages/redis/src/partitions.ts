import type { Keys } from "./keys.ts";
import type { RedisClient } from "./redis-client.ts";
import { loadScript } from "./script.ts";

const raise = loadScript("raise");

/** Notes that partitions up to this number are appended to. @throws when Redis doesn't answer. */
export async function notePartitions(
  redis: RedisClient,
  keys: Keys,
  partitions: number,
): Promise<void> {
  await raise.run(redis, [keys.partitions], [partitions]);
}

/**
 * How many partitions whoever reads the stream must look at: those of its configuration, and as many
 * as anybody has ever appended to, so that nothing is left unread when their number changes.
 *
 * @throws when Redis doesn't answer.
 */
export async function partitionsInUse(
  redis: RedisClient,
  keys: Keys,
  configured: number,
): Promise<number> {
  return Math.max(configured, Number((await redis.get(keys.partitions)) ?? 0));
}
