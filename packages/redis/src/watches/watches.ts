import { shareNext } from "@jetwire/runtime";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const renewScript = loadScript(new URL("./watch-renew.lua", import.meta.url));
/** Filters that are read at a time. */
const pageMax = 500;

/** The filters that clients watch, on all gateways. Every method rejects when Redis does not answer. */
export type WatchStore = ReturnType<typeof createWatchStore>;

/** A watch and what it selects, as JSON. */
export interface StoredWatch {
  readonly id: string;
  readonly json: string;
}

/** Returns the name by which the log of a watch is found among the feed logs, whose names are UUIDs. */
export function watchLogId(watchId: string): string {
  return `watch.${watchId}`;
}

export function createWatchStore(redis: RedisClient, keys: Keys) {
  const { filters, ends, added, revision, since } = keys.watches;
  return {
    /**
     * Registers a watch, or extends it.
     *
     * @param ttlMs the time for which it is kept without being extended
     * @param watchesMax watches at a time
     * @returns since when it is registered without interruption, Unix ms; null if there are too many
     */
    async renew(
      { id, json }: StoredWatch,
      ttlMs: number,
      watchesMax: number,
    ): Promise<number | null> {
      const names = [filters, ends, added, revision, since];
      const reply = await renewScript.run(redis, names, [id, json, ttlMs, watchesMax]);
      return Number(reply) || null;
    },
    /**
     * Returns the revision as of this call or later: it changes when a watch is added, and is 0 without any.
     * Calls that are made while another is in flight share the next one.
     */
    revision: shareNext(async () => Number((await redis.get(revision)) ?? 0)),
    /** Lists the watches that were added after a revision, the first ones first, at most 500. */
    async addedAfter(after: number): Promise<{ watches: StoredWatch[]; revision: number }> {
      const rows = await redis.zrange(
        added,
        `(${after}`,
        "+inf",
        "BYSCORE",
        "LIMIT",
        "0",
        pageMax,
        "WITHSCORES",
      );
      const ids = rows.filter((_row, i) => i % 2 === 0);
      const last = rows.at(-1);
      if (ids.length === 0 || last === undefined) return { watches: [], revision: after };
      const texts = await redis.hmget(filters, ...ids);
      const watches = ids.flatMap((id, i) => {
        const json = texts[i];
        return json === null || json === undefined ? [] : [{ id, json }];
      });
      return { watches, revision: Number(last) };
    },
    /** Lists the watches that there are. */
    ids: async (): Promise<string[]> => await redis.hkeys(filters),
  };
}
