import { askOrFallBack } from "../connection/availability.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import { createSlidingWindows, type CountedWindow } from "./sliding-window.ts";

const script = loadScript(new URL("./sliding-limiter.lua", import.meta.url));

/** An attempt that has not ended after this long was abandoned by its process. */
const attemptMsMax = 10_000;

export type ConsumeResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly waitMs: number };

/**
 * Limits events over any period: unlike with fixed windows, nobody gets two windows' worth at their
 * boundary. Refused events are not counted. No method rejects.
 */
export type SlidingLimiter = ReturnType<typeof createSlidingLimiter>;

/** An attempt in progress, ended by one of these. */
export interface Attempt {
  succeeded(): void;
  failed(): void;
}

export function createSlidingLimiter(
  redis: RedisClient,
  keyPrefix: string,
  windows: readonly CountedWindow[],
) {
  const local = createSlidingWindows(windows, () => performance.now());
  const timesMax = Math.max(...windows.map(({ max }) => max));
  const limits = [attemptMsMax, timesMax, ...windows.flatMap(({ max, ms }) => [max, ms])];

  function run(key: string, operation: string, began = "", failed: 0 | 1 = 0): Promise<unknown> {
    const events = `${keyPrefix}:{${key}}`;
    const args = [operation, began, failed, ...limits];
    return script.run(redis, [events, `${events}:in-progress`], args);
  }

  async function beginShared(key: string): Promise<Attempt | null> {
    const began = String(await run(key, "begin"));
    if (began === "") return null;
    // A lost end counts as a failure until the attempt is taken for abandoned.
    const end = (failed: 0 | 1) => void run(key, "end", began, failed).catch(() => {});
    return { succeeded: () => end(0), failed: () => end(1) };
  }

  function beginLocal(key: string): Attempt | null {
    if (local.consume(key) > 0) return null;
    return { succeeded: () => local.giveBack(key), failed: () => {} };
  }

  return {
    /** Counts an event if the limit allows it. */
    async consume(key: string): Promise<ConsumeResult> {
      const waitMs = await askOrFallBack(
        redis,
        async () => Number(await run(key, "take")),
        () => local.consume(key),
      );
      return waitMs > 0 ? { allowed: false, waitMs } : { allowed: true };
    },
    /** Returns the ms until an event is allowed, 0 for now. Attempts in progress do not count. */
    blockedMs: (key: string): Promise<number> =>
      askOrFallBack(
        redis,
        async () => Number(await run(key, "wait")),
        () => local.wait(key),
      ),
    /**
     * Begins an attempt that counts as an event only if it fails, such as the check of a credential.
     * It is counted until it has succeeded, so that many at once cannot exceed the limit. Returns null
     * when, with those in progress, it might exceed the limit.
     */
    begin: (key: string): Promise<Attempt | null> =>
      askOrFallBack(
        redis,
        () => beginShared(key),
        () => beginLocal(key),
      ),
  };
}
