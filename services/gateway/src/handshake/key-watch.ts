import type { KeyChecker } from "@jetwire/auth";
import type { KeyEnd } from "@jetwire/db";
import type { Notice } from "@jetwire/protocol";
import { every, type Logger, shareNext } from "@jetwire/runtime";

/** Returns which of the keys have ended. @throws when Postgres does not answer. */
export type FindEndedKeys = (
  keyIds: readonly string[],
) => Promise<readonly { keyId: string; end: KeyEnd }[]>;

const checkMs = 2_000;

/**
 * Finds out when the keys of open connections end. Keeps connections open while Postgres does not answer: their keys may still
 * be valid.
 */
export function createKeyWatch(
  findEnded: FindEndedKeys,
  checker: Pick<KeyChecker, "forget">,
  log: Logger,
) {
  const watched = new Map<string, Set<(end: KeyEnd) => void>>();

  const check = shareNext(async () => {
    if (watched.size === 0) return;
    const ended = await findEnded([...watched.keys()]);
    if (ended.length > 0) checker.forget();
    for (const { keyId, end } of ended) {
      for (const onEnd of watched.get(keyId) ?? []) onEnd(end);
    }
  });

  return {
    /** Calls back once the key has ended. @returns a function that ends the watch. */
    watch(keyId: string, onEnd: (end: KeyEnd) => void): () => void {
      const listeners = watched.get(keyId) ?? new Set();
      watched.set(keyId, listeners.add(onEnd));
      return () => {
        if (!listeners.delete(onEnd) || listeners.size > 0) return;
        if (watched.get(keyId) === listeners) watched.delete(keyId);
      };
    },
    /** Checks at once, if the notice may concern a watched key. */
    noticed(notice: Notice): void {
      if (notice.kind !== "key-revoked" && notice.kind !== "account-changed") return;
      checker.forget();
      if (notice.kind === "key-revoked" && !watched.has(notice.keyId)) return;
      // If it fails, the next check of `run` repeats it and logs the outage.
      check().catch(() => {});
    },
    /** Checks all watched keys every two seconds until the signal aborts: notices can be lost. */
    run: (signal: AbortSignal): Promise<void> =>
      every(checkMs, check, { signal, log, task: "check the keys of open connections" }),
  };
}
