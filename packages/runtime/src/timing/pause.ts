import { setTimeout as delay } from "node:timers/promises";

/** Waits for `ms`, or until the signal aborts. Never rejects. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => {});
}

/** Returns an exponential back-off with jitter, ms: at most `minMs` after attempt 1, never more than `maxMs`. */
export function backOffMs(attempt: number, minMs = 50, maxMs = 5_000): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(ceiling * (0.5 + Math.random() / 2));
}
