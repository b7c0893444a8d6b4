/** Lets a loop sleep until there is something to do. */
export interface Waker {
  /** Ends the wait under way; when there is none, the next ends at once. */
  wake(): void;
  /** Waits for a call of `wake`, at most `ms`. One waiter at a time. */
  wait(ms: number): Promise<void>;
}

/** @param signal once aborted, nothing waits any more. */
export function createWaker(signal?: AbortSignal): Waker {
  let pending = false;
  let end: (() => void) | null = null;

  function wake(): void {
    if (end === null) pending = true;
    else end();
  }
  signal?.addEventListener("abort", wake, { once: true });

  return {
    wake,
    async wait(ms) {
      if (!pending && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        end = null;
      }
      pending = false;
    },
  };
}
