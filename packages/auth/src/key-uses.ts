import { createBoundedMap, every, type Logger } from "@jetwire/runtime";

/** The time when a key was last used. */
export interface KeyUse {
  readonly keyId: string;
  readonly usedAt: Date;
}

export type KeyUses = ReturnType<typeof createKeyUses>;

const againAfterMs = 60_000;
/** Uses of more keys than this are noted later. */
const keysMax = 50_000;
const batchMax = 1_000;

/**
 * Stores when keys were last used: in the background, once a minute per key, in batches. The first use of
 * a key is stored within a second or two, because its owner may be waiting for it.
 *
 * @param write stores uses; those that it rejects are written again
 */
export function createKeyUses(
  write: (uses: readonly KeyUse[]) => Promise<unknown>,
  log: Logger,
  { now = Date.now, everyMs = 1_000 }: { now?: () => number; everyMs?: number } = {},
) {
  const noted = createBoundedMap<string, true>({ entriesMax: keysMax, ttlMs: againAfterMs, now });
  const pending = new Map<string, Date>();

  async function flush(): Promise<void> {
    while (pending.size > 0) {
      const batch = pending.entries().take(batchMax).toArray();
      await write(batch.map(([keyId, usedAt]) => ({ keyId, usedAt })));
      for (const [keyId, usedAt] of batch) {
        if (pending.get(keyId) === usedAt) pending.delete(keyId);
      }
    }
  }

  return {
    /** Notes a use. It is cheap enough for every request. */
    record(keyId: string): void {
      if (noted.has(keyId) || pending.size >= keysMax) return;
      noted.set(keyId, true);
      pending.set(keyId, new Date(now()));
    },
    /** Writes until the signal aborts, and a last time then. Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      await every(everyMs, flush, { signal, log, task: "store the times of key uses" });
      await flush().catch((error: unknown) => {
        log.warn({ err: error, keys: pending.size }, "times of key uses were not stored");
      });
    },
  };
}
