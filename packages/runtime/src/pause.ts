import { setTimeout as delay } from "node:timers/promises";

/** Waits, or returns at once when the signal aborts; never rejects. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => {});
}

/** Exponential back-off with jitter: attempt 1 waits about `minMs`, none longer than `maxMs`. */
export function backOffMs(attempt: number, minMs = 50, maxMs = 5_000): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(ceiling * (0.5 + Math.random() / 2));
}
