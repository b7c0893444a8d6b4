import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";

/** Station ids by ident, from the copy that ingest keeps so that it needs Postgres only for new ones. */
export async function readStationIds(
  redis: RedisClient,
  keys: Keys,
  idents: readonly string[],
): Promise<Map<string, number>> {
  const ids = await redis.hmget(keys.stationIds, ...idents);
  const found = new Map<string, number>();
  for (const [index, ident] of idents.entries()) {
    const id = ids[index];
    if (id) found.set(ident, Number(id));
  }
  return found;
}

/** Adds to the copy. */
export async function writeStationIds(
  redis: RedisClient,
  keys: Keys,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (ids.size > 0) await redis.hset(keys.stationIds, Object.fromEntries(ids));
}
