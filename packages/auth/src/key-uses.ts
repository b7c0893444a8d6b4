import { type Logger, pause } from "@jetwire/runtime";

/** Notes when keys were used last: behind those who use them, to the minute, many at a time. */
export interface KeyUses {
  /** Cheap enough for every request, and for every look at an open connection. */
  note(keyId: string): void;
  /** Writes now and then until the signal aborts, and a last time then. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

export interface KeyUse {
  readonly keyId: string;
  readonly usedAt: Date;
}

export interface KeyUsesOptions {
  /** May throw: then its keys are told again when they are used again. */
  write(uses: readonly KeyUse[]): Promise<void>;
  /** Unix ms. */
  now(): number;
  readonly log: Logger;
  readonly everyMs?: number;
}

const writeEveryMs = 5_000;
const againAfterMs = 60_000;
/** More keys than this in a minute are noted in later ones. */
const keysMax = 50_000;
const batchMax = 1_000;

export function createKeyUses(options: KeyUsesOptions): KeyUses {
  const { write, now, log, everyMs = writeEveryMs } = options;
  /** Noted within the minute, earliest first. */
  const noted = new Map<string, number>();
  let pending: KeyUse[] = [];

  function forgetOld(): void {
    for (const [keyId, atMs] of noted) {
      if (now() - atMs < againAfterMs) return;
      noted.delete(keyId);
    }
  }

  async function flush(): Promise<void> {
    const uses = pending;
    pending = [];
    for (let start = 0; start < uses.length; start += batchMax) {
      const batch = uses.slice(start, start + batchMax);
      try {
        await write(batch);
      } catch (error) {
        for (const { keyId } of batch) noted.delete(keyId);
        log.warn({ err: error, keys: batch.length }, "uses of keys could not be noted");
      }
    }
    forgetOld();
  }

  return {
    note(keyId) {
      if (noted.has(keyId) || noted.size >= keysMax) return;
      const usedMs = now();
      noted.set(keyId, usedMs);
      pending.push({ keyId, usedAt: new Date(usedMs) });
    },
    async run(signal) {
      while (!signal.aborted) {
        await pause(everyMs, signal);
        await flush();
      }
    },
  };
}
