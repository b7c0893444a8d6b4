import type { RedisConnection } from "./connection.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";
import { storeWatch } from "./store-watch.ts";
import { createTakenTimes, type Window } from "./taken-times.ts";

const beginScript = loadScript("failures-begin");
const settleScript = loadScript("failures-settle");
const waitScript = loadScript("failures-wait");

/** Whoever began a try and hasn't settled it after this long is gone. */
const underwayMsMax = 10_000;

/**
 * Bounds how often something may fail (a guesser's credentials), over all replicas and any stretch of
 * time, without counting what succeeds. Each try is counted before it is made and given back after
 * a success: many at once are no way around.
 */
export interface FailureLimiter {
  /** For how many ms the key has failed too often; 0 when it hasn't. Never rejects. */
  refusedMs(key: string): Promise<number>;
  /**
   * Begins a try; null when, with those under way, it could be one failure too many. With Redis away
   * or frozen this process counts alone. Never rejects.
   */
  begin(key: string): Promise<Try | null>;
}

/** A try that is under way; one of these ends it. */
export interface Try {
  succeeded(): void;
  failed(): void;
}

export interface FailureLimiterOptions {
  /** A connection of role `limiter`: it answers at once or not at all. */
  readonly redis: RedisConnection;
  readonly keys: Keys;
  /** What is tried; part of the keys. */
  readonly name: string;
  readonly window: Window;
}

export function createFailureLimiter(options: FailureLimiterOptions): FailureLimiter {
  const { redis, keys, name, window } = options;
  const watch = storeWatch(redis);
  const alone = createTakenTimes([window], () => performance.now());
  const keysOf = (key: string) => {
    const failures = `${keys.limiterPrefix}:${name}:{${key}}`;
    return [failures, `${failures}:underway`] as const;
  };

  async function orAlone<T>(shared: () => Promise<T>, own: () => T): Promise<T> {
    if (watch.isAway()) return own();
    try {
      return await shared();
    } catch {
      watch.failed();
      return own();
    }
  }

  function beginAlone(key: string): Try | null {
    if (alone.take(key) > 0) return null;
    return { succeeded: () => alone.giveBack(key), failed: () => {} };
  }

  async function beginShared(key: string): Promise<Try | null> {
    const args = [window.max, window.ms, underwayMsMax];
    const began = String(await beginScript.run(redis, keysOf(key), args));
    if (began === "") return null;
    const settle = (failed: 0 | 1) => {
      // Where this is lost it counts as a failure until it is taken for given up.
      const settled = [began, failed, window.max, window.ms];
      settleScript.run(redis, keysOf(key), settled).catch(() => {});
    };
    return { succeeded: () => settle(0), failed: () => settle(1) };
  }

  async function refusedShared(key: string): Promise<number> {
    const [failures] = keysOf(key);
    return Math.max(0, Number(await waitScript.run(redis, [failures], [window.max, window.ms])));
  }

  return {
    refusedMs: (key) =>
      orAlone(
        () => refusedShared(key),
        () => alone.wait(key),
      ),
    begin: (key) =>
      orAlone(
        () => beginShared(key),
        () => beginAlone(key),
      ),
  };
}
