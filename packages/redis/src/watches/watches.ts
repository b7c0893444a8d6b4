import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";

const renewScript = loadScript(new URL("./watch-renew.lua", import.meta.url));
const sinceScript = loadScript(new URL("./watch-since.lua", import.meta.url));
/** Filters that are read at a time. */
const pageMax = 500;

/** The filters that clients watch, on all gateways. Every method rejects when Redis does not answer. */
export type WatchStore = ReturnType<typeof createWatchStore>;

/** A watch and what it selects, as JSON. */
export interface StoredWatch {
  readonly id: string;
  readonly json: string;
}

/** A watch to register. */
export interface WatchToStore extends StoredWatch {
  /** Its share of the messages, 0 to 1. */
  readonly share: number;
}

/** The bounds of all watches together. */
export interface WatchBounds {
  readonly watchesMax: number;
  /** The most that their shares may add up to: their logs keep so many times the messages of an hour. */
  readonly sharesMax: number;
}

/** The times since which watches are registered, and the time at which that was so; Unix ms. */
export interface Registered {
  readonly nowMs: number;
  readonly sinceMs: ReadonlyMap<string, number | null>;
}

/** Returns the name by which the log of a watch is found among the feed logs, whose names are UUIDs. */
export function watchLogId(watchId: string): string {
  return `watch.${watchId}`;
}

export function createWatchStore(redis: RedisClient, keys: Keys) {
  const { filters, ends, added, revision, since, shares } = keys.watches;

  async function renew(
    { id, json, share }: WatchToStore,
    ttlMs: number,
    { watchesMax, sharesMax }: WatchBounds,
  ): Promise<number | null> {
    const names = [filters, ends, added, revision, since, shares];
    const args = [id, json, ttlMs, watchesMax, share, sharesMax];
    return Number(await renewScript.run(redis, names, args)) || null;
  }

  return {
    /**
     * Registers a watch, or extends it.
     *
     * @param ttlMs the time for which it is kept without being extended
     * @returns since when it is registered without interruption, Unix ms; null if there are too many
     */
    renew,
    /** Extends a watch. @returns as `renew`; null if it is not registered */
    extend: (id: string, ttlMs: number): Promise<number | null> =>
      renew({ id, json: "", share: 0 }, ttlMs, { watchesMax: 0, sharesMax: 0 }),
    /**
     * Returns since when each of these watches is registered without interruption, null for one that is not, and at which
     * time that was so. Unix ms of the clock of Redis, as all times of registrations are.
     */
    async registered(ids: readonly string[]): Promise<Registered> {
      const reply = (await sinceScript.run(redis, [since], ids)) as string[];
      const [nowMs, ...times] = reply.map((text) => Number(text) || null);
      return { nowMs: nowMs ?? 0, sinceMs: new Map(ids.map((id, i) => [id, times[i] ?? null])) };
    },
    /** Returns the revision: it changes when a watch is added, and is 0 without any. */
    revision: async (): Promise<number> => Number((await redis.get(revision)) ?? 0),
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
