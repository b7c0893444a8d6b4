import { createDeferred } from "./deferred.ts";

/** Waits. Rejects with the signal's reason when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    function end(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    }
  });
}

/**
 * Waits for work until a deadline. The work itself is not cancelled.
 *
 * @param what names the work in the error
 * @throws Error if the work takes longer than `msMax`
 */
export async function withDeadline<Value>(
  work: Value | Promise<Value>,
  msMax: number,
  what: string,
): Promise<Value> {
  const { promise: deadline, reject } = createDeferred<never>();
  const timer = setTimeout(() => reject(new Error(`${what}: not within ${msMax} ms`)), msMax);
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
