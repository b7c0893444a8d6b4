import { type Logger, pause } from "@jetwire/runtime";
import { LRUCache } from "lru-cache";

/** Notes when keys were used last: behind the requests, to the minute. */
export interface KeyUses {
  note(keyId: string): void;
  /** Writes now and then until the signal aborts, and a last time then. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

export interface KeyUse {
  readonly keyId: string;
  readonly usedAt: Date;
}

const writeEveryMs = 5_000;
const againAfterMs = 60_000;
const keysMax = 10_000;

/** @param write may throw: then it is told the next time that the key is used */
export function createKeyUses(
  write: (uses: readonly KeyUse[]) => Promise<void>,
  log: Logger,
  everyMs = writeEveryMs,
): KeyUses {
  const written = new LRUCache<string, true>({ max: keysMax, ttl: againAfterMs });
  let pending = new Map<string, KeyUse>();

  async function flush(): Promise<void> {
    if (pending.size === 0) return;
    const uses = [...pending.values()];
    pending = new Map();
    try {
      await write(uses);
    } catch (error) {
      for (const { keyId } of uses) written.delete(keyId);
      log.warn({ err: error, keys: uses.length }, "uses of keys could not be noted");
    }
  }

  return {
    note(keyId) {
      if (written.has(keyId) || pending.size >= keysMax) return;
      written.set(keyId, true);
      pending.set(keyId, { keyId, usedAt: new Date() });
    },
    async run(signal) {
      while (!signal.aborted) {
        await pause(everyMs, signal);
        await flush();
      }
    },
  };
}
