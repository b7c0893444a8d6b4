import { DeadlineError } from "../timing/deadline.ts";

/** The right to do one piece of limited work; disposal returns it, once. */
export type Permit = Disposable;

/** Limits how much work is done at the same time. */
export type Semaphore = ReturnType<typeof createSemaphore>;

export interface SemaphoreOptions {
  /** How many may wait at the same time; unlimited by default. */
  readonly waitingMax?: number;
  /** Names what is waited for in errors, e.g. "a database connection". */
  readonly what?: string;
}

/** Creates a semaphore with this many permits. */
export function createSemaphore(permits: number, options: SemaphoreOptions = {}) {
  const { waitingMax = Number.POSITIVE_INFINITY, what = "a permit" } = options;
  let free = permits;
  /** Each is called with a permit that another user has returned. */
  const waiting = new Set<(permit: Permit) => void>();

  function createPermit(): Permit {
    let returned = false;
    return {
      [Symbol.dispose]() {
        if (returned) return;
        returned = true;
        const [first] = waiting;
        if (first === undefined) free++;
        else first(createPermit());
      },
    };
  }

  function tryAcquire(): Permit | null {
    if (free === 0) return null;
    free--;
    return createPermit();
  }

  return {
    /** Returns a permit, or null if none is free now. */
    tryAcquire,
    /** The number of permits that are free now. */
    get free(): number {
      return free;
    },
    /**
     * Waits for a permit; those who wait are served in order.
     *
     * @param msMax how long to wait; without a limit by default
     * @throws DeadlineError if no permit is free in time, or too many wait already.
     */
    async acquire(msMax?: number): Promise<Permit> {
      const permit = tryAcquire();
      if (permit !== null) return permit;
      if (waiting.size >= waitingMax) throw new DeadlineError(`waiting for ${what}`, 0);
      return await new Promise<Permit>((resolve, reject) => {
        const timer =
          msMax === undefined
            ? undefined
            : setTimeout(() => {
                waiting.delete(receive);
                reject(new DeadlineError(`waiting for ${what}`, msMax));
              }, msMax);
        function receive(received: Permit): void {
          clearTimeout(timer);
          waiting.delete(receive);
          resolve(received);
        }
        waiting.add(receive);
      });
    },
  };
}

/**
 * Limits work at the same time for each key, for example each account.
 *
 * Creates a semaphore with this many permits for each key. Keys without work take no memory.
 */
export function createKeyedSemaphore(permitsPerKey: number) {
  const inUse = new Map<string, number>();
  return {
    /** Returns a permit, or null if the key has none free. */
    tryAcquire(key: string): Permit | null {
      const count = inUse.get(key) ?? 0;
      if (count >= permitsPerKey) return null;
      inUse.set(key, count + 1);
      let returned = false;
      return {
        [Symbol.dispose]() {
          if (returned) return;
          returned = true;
          const others = (inUse.get(key) ?? 1) - 1;
          if (others > 0) inUse.set(key, others);
          else inUse.delete(key);
        },
      };
    },
  };
}
