import { setTimeout as delay } from "node:timers/promises";

/**
 * Asks until the answer is yes.
 *
 * @returns whether it was yes before the time was up or the signal came.
 */
export async function poll(
  ask: () => Promise<boolean>,
  {
    timeoutMs,
    everyMs = 50,
    signal,
  }: { timeoutMs: number; everyMs?: number; signal?: AbortSignal },
): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    if (signal?.aborted === true) return false;
    if (await ask()) return true;
    if (performance.now() + everyMs > until) return false;
    await delay(everyMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
