import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { partitionsInUse } from "./partitions.ts";
import { groupProgress } from "./trim.ts";

/**
 * When the oldest entry was appended that the persister has yet to store (Unix ms, by Redis' clock);
 * null when there is none. What it works on counts as not stored.
 */
export async function oldestUnstoredMs(
  redis: RedisClient,
  keys: Keys,
  configured: number,
): Promise<number | null> {
  const partitions = await partitionsInUse(redis, keys, configured);
  const oldest = await Promise.all(
    Array.from({ length: partitions }, (_, partition) => oldestOf(redis, keys, partition)),
  );
  const times = oldest.filter((id) => id !== null).map((id) => Number(id.split("-")[0]));
  return times.length === 0 ? null : Math.min(...times);
}

/** The id of the partition's oldest entry that isn't stored. */
async function oldestOf(redis: RedisClient, keys: Keys, partition: number): Promise<string | null> {
  const groups = await groupProgress(redis, keys, partition);
  const persister = groups.find(({ group }) => group === "persister");
  if (persister && persister.pending > 0) return persister.needsFrom;
  const from = persister ? `(${persister.lastDelivered}` : "-";
  const [next] = await redis.xrange(keys.stream(partition), from, "+", "COUNT", 1);
  return next?.[0] ?? null;
}
