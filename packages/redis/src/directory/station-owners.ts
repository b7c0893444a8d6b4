import { StationOwner } from "@jetwire/protocol";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** A copy of who owns which station, for a start without Postgres. Methods reject when Redis does not answer. */
export type StationOwners = ReturnType<typeof createStationOwners>;

const ownersPerCommand = 500;

export function createStationOwners(redis: RedisClient, keys: Keys) {
  return {
    /** Adds to the copy, or replaces stations in it. */
    async save(owners: readonly StationOwner[]): Promise<void> {
      for (let start = 0; start < owners.length; start += ownersPerCommand) {
        const fields = owners
          .slice(start, start + ownersPerCommand)
          .flatMap((owner) => [String(owner.stationId), JSON.stringify(owner)]);
        await redis.hset(keys.stationOwners, ...fields);
      }
    },
    /** Returns the whole copy, without entries that cannot be read. */
    async all(): Promise<StationOwner[]> {
      return readable(await redis.hvals(keys.stationOwners));
    },
    /** Returns those of the stations that the copy has. */
    async find(stationIds: readonly number[]): Promise<StationOwner[]> {
      if (stationIds.length === 0) return [];
      return readable(await redis.hmget(keys.stationOwners, ...stationIds.map(String)));
    },
  };
}

function readable(texts: readonly (string | null)[]): StationOwner[] {
  return texts.flatMap((text) => {
    const owner = StationOwner.safeParse(parsedOrNull(text));
    return owner.success ? [owner.data] : [];
  });
}

function parsedOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
