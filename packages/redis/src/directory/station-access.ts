import { StationAccess } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/**
 * A copy of the stations that have keys, for a start without Postgres. It contains hashes, no keys.
 * Methods reject when Redis does not answer.
 */
export interface StationAccessCopy {
  /** Replaces the copy. */
  save(stations: readonly StationAccess[]): Promise<void>;
  /** Returns the copy; null if there is none, or it cannot be read. */
  read(): Promise<StationAccess[] | null>;
}

export function createStationAccessCopy(redis: RedisClient, keys: Keys): StationAccessCopy {
  return {
    async save(stations) {
      await redis.set(keys.stationAccess, JSON.stringify(stations));
    },
    async read() {
      const text = await redis.get(keys.stationAccess);
      if (text === null) return null;
      return parseCopy(text);
    },
  };
}

function parseCopy(text: string): StationAccess[] | null {
  try {
    const stations: unknown = JSON.parse(text);
    return Array.isArray(stations) ? stations.map((one) => StationAccess.parse(one)) : null;
  } catch {
    return null;
  }
}
