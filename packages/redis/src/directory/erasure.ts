import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { requestCountKeys } from "../limits/request-counts.ts";

/** Removes accounts and stations that were erased. Every method rejects when Redis does not answer. */
export type RedisErasure = ReturnType<typeof createRedisErasure>;

const scannedPerCommand = 500;

export function createRedisErasure(redis: RedisClient, keys: Keys) {
  /** Removes the fields of a hash whose values match. */
  async function removeFields(key: string, matches: (value: string) => boolean): Promise<void> {
    for (let cursor = "0"; ;) {
      const [next, pairs] = await redis.hscan(key, cursor, "COUNT", scannedPerCommand);
      const fields = pairs.filter((_, i) => i % 2 === 0 && matches(pairs[i + 1] ?? ""));
      if (fields.length > 0) await redis.hdel(key, ...fields);
      if (next === "0") return;
      cursor = next;
    }
  }

  return {
    /**
     * Deletes an account's feed log and counts of requests, and removes its stations from the copy of owners. Limits and
     * presence of its user expire within minutes.
     */
    async account(accountId: string): Promise<void> {
      await redis.del(
        keys.feedLog(accountId),
        keys.feedPositions(accountId),
        keys.feedIndex(accountId),
        ...requestCountKeys(keys, accountId, Date.now()),
      );
      await removeFields(keys.stationOwners, (value) => value.includes(`"${accountId}"`));
    },
    /** Removes a station from the copies of idents, owners and keys. */
    async station(stationId: number): Promise<void> {
      await redis.hdel(keys.stationOwners, String(stationId));
      await redis.hdel(keys.stationAccess, String(stationId));
      // The ident that the station had is not known any more.
      await removeFields(keys.stationIds, (value) => value === String(stationId));
    },
  };
}
