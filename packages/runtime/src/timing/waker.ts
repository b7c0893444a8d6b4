import { waitTogetherMs } from "./wait-together.ts";

/** Lets a loop wait until there is work. */
export type Waker = ReturnType<typeof createWaker>;

/**
 * Creates a waker.
 *
 * @param signal ends the current and all later waits when it aborts
 */
export function createWaker(signal?: AbortSignal) {
  let pending = false;
  let end: (() => void) | null = null;

  function wake(): void {
    if (end === null) pending = true;
    else end();
  }
  signal?.addEventListener("abort", wake, { once: true });

  return {
    /** Ends the current wait. If there is none, the next wait ends at once. */
    wake,
    /** Waits for a call of `wake`, for about `ms` at most (`waitTogetherMs`). Only one caller may wait at a time. */
    async wait(ms: number): Promise<void> {
      if (!pending && !signal?.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitTogetherMs(ms, performance.now()));
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
