import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/*
 * REST and the process that restores back-ups (`jetwire restore serve`) have no connection to each other. One offers in
 * Redis what it can restore, and says how far it is; the other leaves a request there.
 *
 * For the moment in which the database is exchanged, all services end, and those that start wait: they are *paused*.
 */

/** Every method rejects when Redis does not answer. */
export type RestoreDesk = ReturnType<typeof createRestoreDesk>;

/** An offer whose process has ended is forgotten after this time. */
const offerMs = 15_000;
const requestMs = 60_000;
/** Services go on after this time, if the process that restores has ended meanwhile. */
const pausedMs = 30_000;

export function createRestoreDesk(redis: RedisClient, keys: Keys) {
  const { offer, request, paused } = keys.restore;
  return {
    /** Writes what can be restored, as JSON. It has to be written again within 15 seconds. */
    async writeOffer(json: string): Promise<void> {
      await redis.set(offer, json, "PX", offerMs);
    },
    /** Reads what can be restored; null if no process offers it. */
    readOffer: (): Promise<string | null> => redis.get(offer),
    /** Leaves a request. @returns false if another one waits */
    async ask(sealed: string): Promise<boolean> {
      return (await redis.set(request, sealed, "PX", requestMs, "NX")) !== null;
    },
    /** Takes the request that waits; null without one. */
    takeRequest: (): Promise<string | null> => redis.getdel(request),
    /** Has services end, or renews that. */
    async pauseServices(): Promise<void> {
      await redis.set(paused, "1", "PX", pausedMs);
    },
    /** Lets services start again. */
    async releaseServices(): Promise<void> {
      await redis.del(paused);
    },
    /** Returns whether services may not run now. */
    arePaused: async (): Promise<boolean> => (await redis.exists(paused)) === 1,
  };
}
