import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** A copy of station ids by ident, so that ingest needs Postgres only for new stations. */
export function createStationIds(redis: RedisClient, keys: Keys) {
  return {
    /** Returns the ids of those idents that the copy has. */
    async find(idents: readonly string[]): Promise<Map<string, number>> {
      const ids = await redis.hmget(keys.stationIds, ...idents);
      const found = new Map<string, number>();
      for (const [index, ident] of idents.entries()) {
        const id = ids[index];
        if (id) found.set(ident, Number(id));
      }
      return found;
    },
    /** Adds to the copy. */
    async save(ids: ReadonlyMap<string, number>): Promise<void> {
      if (ids.size > 0) await redis.hset(keys.stationIds, Object.fromEntries(ids));
    },
    /** Removes deleted stations from the copy. */
    async forget(idents: readonly string[]): Promise<void> {
      if (idents.length > 0) await redis.hdel(keys.stationIds, ...idents);
    },
  };
}
