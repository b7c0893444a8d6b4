import type { KeyEnd } from "@jetwire/db";
import type { Notice } from "@jetwire/protocol";
import { type Logger, pause, shareNext } from "@jetwire/runtime";

/** Watches over the keys that sockets of this process were let in with. */
export interface KeyWatch {
  /** @returns what ends the watch */
  watch(keyId: string, ended: (end: KeyEnd) => void): () => void;
  /** A notice was heard: who it may concern is asked about at once. */
  noticed(notice: Notice): void;
  /** Asks about all keys every other second, until the signal aborts: notices can be lost. */
  run(signal: AbortSignal): Promise<void>;
}

export interface KeyWatchSteps {
  /** Which of these keys don't hold any more. May throw: no answer. */
  endedKeys(keyIds: readonly string[]): Promise<readonly { keyId: string; end: KeyEnd }[]>;
  /** Drops what the key checker remembers. */
  forget(): void;
}

const checkMs = 2_000;

/** While Postgres doesn't answer sockets stay: nobody has said that their keys don't hold. */
export function createKeyWatch(steps: KeyWatchSteps, log: Logger): KeyWatch {
  const watched = new Map<string, Set<(end: KeyEnd) => void>>();

  const check = shareNext(async () => {
    if (watched.size === 0) return;
    try {
      const ended = await steps.endedKeys([...watched.keys()]);
      if (ended.length > 0) steps.forget();
      for (const { keyId, end } of ended) {
        for (const tell of watched.get(keyId) ?? []) tell(end);
      }
    } catch (error) {
      log.warn({ err: error }, "keys of open connections could not be checked");
    }
  });

  return {
    watch(keyId, ended) {
      const ends = watched.get(keyId) ?? new Set();
      watched.set(keyId, ends);
      ends.add(ended);
      return () => {
        if (ends.delete(ended) && ends.size === 0 && watched.get(keyId) === ends) {
          watched.delete(keyId);
        }
      };
    },
    noticed(notice) {
      steps.forget();
      if (notice.kind === "account-ended" || watched.has(notice.keyId)) void check();
    },
    async run(signal) {
      while (!signal.aborted) {
        await check();
        await pause(checkMs, signal);
      }
    },
  };
}
