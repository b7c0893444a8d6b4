import type { Permit } from "./semaphore.ts";

/** Limits of a fair queue: in total, and of each key. */
export interface FairQueueOptions {
  /** Permits in use at the same time. */
  readonly permitsMax: number;
  readonly permitsPerKeyMax: number;
  /** Requests that wait. */
  readonly waitingMax: number;
  readonly waitingPerKeyMax: number;
  /** How long a request waits. */
  readonly waitMsMax: number;
}

/** The reason for which there is no permit: `key`: its own others are too many; `all`: those of all keys are. */
export type FairRefusal = "key" | "all";

interface Waiting {
  answer(result: Permit | FairRefusal): void;
}

interface Key {
  inUse: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Limits work at the same time, and lets keys (networks, accounts) take turns: a key that asks often waits for itself and
 * delays others by one piece of work at most. If too many wait, the newest request of the key with most of them leaves.
 */
export function createFairQueue(max: FairQueueOptions) {
  /** Keys with work, in the order of turns: one that gets a permit moves to the end. */
  const keys = new Map<string, Key>();
  let inUse = 0;
  let waitingCount = 0;

  function createPermit(key: string, of: Key): Permit {
    inUse++;
    of.inUse++;
    keys.delete(key);
    keys.set(key, of);
    let returned = false;
    return {
      [Symbol.dispose]() {
        if (returned) return;
        returned = true;
        inUse--;
        of.inUse--;
        forgetIdle(key, of);
        serveNext();
      },
    };
  }

  function forgetIdle(key: string, of: Key): void {
    if (of.inUse === 0 && of.waiting.size === 0) keys.delete(key);
  }

  function isFree(of: Key): boolean {
    return inUse < max.permitsMax && of.inUse < max.permitsPerKeyMax;
  }

  function serveNext(): void {
    for (const [key, of] of keys) {
      const [first] = of.waiting;
      if (first === undefined || !isFree(of)) continue;
      leave(first, of);
      first.answer(createPermit(key, of));
      return;
    }
  }

  function leave(one: Waiting, of: Key): void {
    if (of.waiting.delete(one)) waitingCount--;
  }

  /** Makes room for a request of a key. @returns whether there is */
  function makeRoom(of: Key): boolean {
    if (waitingCount < max.waitingMax) return true;
    const longest = [...keys.values()].reduce((a, b) => (b.waiting.size > a.waiting.size ? b : a));
    const newest = [...longest.waiting].at(-1);
    if (newest === undefined || longest.waiting.size <= of.waiting.size + 1) return false;
    leave(newest, longest);
    newest.answer("key");
    return true;
  }

  return {
    /** Returns a permit when it is the key's turn, or why there is none. Never rejects. */
    async acquire(key: string): Promise<Permit | FairRefusal> {
      const of = keys.get(key) ?? { inUse: 0, waiting: new Set() };
      if (of.waiting.size === 0 && isFree(of)) return createPermit(key, of);
      if (of.waiting.size >= max.waitingPerKeyMax) return "key";
      if (!makeRoom(of)) return of.waiting.size > 0 ? "key" : "all";
      const answered = Promise.withResolvers<Permit | FairRefusal>();
      const one: Waiting = { answer: answered.resolve };
      keys.set(key, of);
      of.waiting.add(one);
      waitingCount++;
      const timer = setTimeout(() => {
        leave(one, of);
        one.answer(of.inUse > 0 ? "key" : "all");
        forgetIdle(key, of);
      }, max.waitMsMax);
      try {
        return await answered.promise;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
