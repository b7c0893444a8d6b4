const firstWaitMs = 500;
const waitMsMax = 8_000;
/** A server that asks for more patience than this gets its refusal passed on instead. */
const retryAfterMsMax = 60_000;

/** Refusals that mean "later": too many requests, and servers that are away behind a proxy. */
const passing = new Set([429, 502, 503, 504]);
/** What may be done twice is as if it was done once (RFC 9110, 9.2.2). */
const idempotent: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

/** A try that failed. */
export interface FailedTry {
  readonly method: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  /** What the server asks for, ms; null when it doesn't. */
  readonly retryAfterMs: number | null;
}

/**
 * How long to wait before trying again, ms, or null when it is no use. What may not be done twice is
 * tried again only where it surely wasn't done: refused for the rate.
 */
export function retryDelayMs({ method, attempt, status, retryAfterMs }: FailedTry): number | null {
  const mayRepeat = idempotent.has(method) ? status === 0 || passing.has(status) : status === 429;
  if (!mayRepeat) return null;
  if (retryAfterMs !== null) return retryAfterMs > retryAfterMsMax ? null : retryAfterMs;
  const backOff = Math.min(waitMsMax, firstWaitMs * 2 ** (attempt - 1));
  return Math.round(backOff * (0.5 + Math.random() / 2));
}

/** What a `Retry-After` header (RFC 9110, 10.2.3: seconds, or a date) asks for; null for nothing. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const asked = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(asked) ? null : Math.max(0, asked);
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
