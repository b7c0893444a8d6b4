import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** A copy of station ids by ident, so that ingest needs Postgres only for new stations. */
export interface StationIds {
  /** Returns the ids of those idents that the copy has. */
  find(idents: readonly string[]): Promise<Map<string, number>>;
  /** Adds to the copy. */
  save(ids: ReadonlyMap<string, number>): Promise<void>;
  /** Removes deleted stations from the copy. */
  forget(idents: readonly string[]): Promise<void>;
}

export function createStationIds(redis: RedisClient, keys: Keys): StationIds {
  return {
    async find(idents) {
      const ids = await redis.hmget(keys.stationIds, ...idents);
      const found = new Map<string, number>();
      for (const [index, ident] of idents.entries()) {
        const id = ids[index];
        if (id) found.set(ident, Number(id));
      }
      return found;
    },
    async save(ids) {
      if (ids.size > 0) await redis.hset(keys.stationIds, Object.fromEntries(ids));
    },
    async forget(idents) {
      if (idents.length > 0) await redis.hdel(keys.stationIds, ...idents);
    },
  };
}
