import type { PartToStore } from "@jetwire/db";
import { isRefusal } from "./refusal.ts";

interface WaitingPart extends PromiseWithResolvers<void> {
  readonly part: PartToStore;
}

/**
 * Combines parts of different partitions that come in one turn of the event loop into one call. If Postgres refuses the
 * values of one of them, each is stored alone, so that the others do not fail with it.
 *
 * @param store stores all parts or none
 * @returns a function whose result is that of its part
 */
export function combineParts(
  store: (parts: readonly PartToStore[]) => Promise<void>,
): (part: PartToStore) => Promise<void> {
  let waiting: WaitingPart[] = [];

  async function storeWaiting(): Promise<void> {
    const together = waiting;
    waiting = [];
    try {
      await store(together.map(({ part }) => part));
      for (const { resolve } of together) resolve();
    } catch (error) {
      const isAlone = together.length === 1;
      for (const { part, resolve, reject } of together) {
        if (isAlone || !isRefusal(error)) reject(error);
        else store([part]).then(resolve, reject);
      }
    }
  }

  return (part) => {
    const stored = { part, ...Promise.withResolvers<void>() };
    // It never rejects: each part gets its own result.
    if (waiting.length === 0) setImmediate(() => void storeWaiting());
    waiting.push(stored);
    return stored.promise;
  };
}
