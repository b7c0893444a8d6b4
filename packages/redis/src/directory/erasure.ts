import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** Removes accounts and stations that were erased. Every method rejects when Redis does not answer. */
export interface RedisErasure {
  /** Deletes an account's feed log. Limits and presence of its user expire within minutes. */
  account(accountId: string): Promise<void>;
  /** Removes a station from the copies of idents and owners. */
  station(stationId: number): Promise<void>;
}

const scannedPerCommand = 500;

export function createRedisErasure(redis: RedisClient, keys: Keys): RedisErasure {
  return {
    async account(accountId) {
      await redis.del(
        keys.feedLog(accountId),
        keys.feedPositions(accountId),
        keys.feedIndex(accountId),
      );
    },
    async station(stationId) {
      await redis.hdel(keys.stationOwners, String(stationId));
      // The ident that the station had is not known any more.
      for (let cursor = "0"; ;) {
        const [next, fields] = await redis.hscan(
          keys.stationIds,
          cursor,
          "COUNT",
          scannedPerCommand,
        );
        const idents = fields.filter((_, i) => i % 2 === 0 && fields[i + 1] === String(stationId));
        if (idents.length > 0) await redis.hdel(keys.stationIds, ...idents);
        if (next === "0") return;
        cursor = next;
      }
    },
  };
}
