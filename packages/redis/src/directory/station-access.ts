import { StationAccess } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Tells a copy without stations from none; others are fields by the id of the station. */
const writtenField = "written";

/**
 * A copy of the stations that have keys, for a start without Postgres. It contains hashes, no keys.
 * Methods reject when Redis does not answer.
 */
export function createStationAccessCopy(redis: RedisClient, keys: Keys) {
  return {
    /** Replaces the copy. */
    async save(stations: readonly StationAccess[]): Promise<void> {
      const fields = stations.map((one) => [String(one.stationId), JSON.stringify(one)] as const);
      const saving = redis.multi().del(keys.stationAccess);
      saving.hset(keys.stationAccess, writtenField, "1");
      if (fields.length > 0) saving.hset(keys.stationAccess, new Map(fields));
      await saving.exec();
    },
    /** Returns the copy; null if there is none, or it cannot be read. */
    async read(): Promise<StationAccess[] | null> {
      const { [writtenField]: written, ...stations } = await redis.hgetall(keys.stationAccess);
      return written === undefined ? null : parseCopy(Object.values(stations));
    },
  };
}

function parseCopy(texts: readonly string[]): StationAccess[] | null {
  try {
    return texts.map((text) => StationAccess.parse(JSON.parse(text)));
  } catch {
    return null;
  }
}
