const firstWaitMs = 500;
const waitMsMax = 8_000;
/** A server that asks for more patience than this gets its refusal passed on instead. */
const retryAfterMsMax = 60_000;

/** Refusals that mean "later": too many requests, and servers that are away behind a proxy. */
const passing = new Set([429, 502, 503, 504]);

/**
 * How long to wait before trying again, or null when it is no use.
 *
 * @param status of the answer; 0 when there was none
 * @param retryAfter the answer's header: seconds, or a date (RFC 9110, 10.2.3)
 */
export function retryDelayMs(
  attempt: number,
  status: number,
  retryAfter: string | null,
  nowMs: number,
): number | null {
  if (status !== 0 && !passing.has(status)) return null;
  const backOff = Math.min(waitMsMax, firstWaitMs * 2 ** (attempt - 1));
  if (retryAfter === null) return Math.round(backOff * (0.5 + Math.random() / 2));
  const asked = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMs;
  if (Number.isNaN(asked)) return backOff;
  return asked > retryAfterMsMax ? null : Math.max(0, asked);
}

/** Waits; rejects with the signal's reason when that aborts. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
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
