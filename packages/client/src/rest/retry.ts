const retryMsFirst = 500;
const retryMsMax = 8_000;

/** Too many requests, and servers that are temporarily unavailable. */
const transientStatuses = new Set([429, 502, 503, 504]);
/** Methods whose requests may be repeated (RFC 9110, section 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "PUT", "DELETE"]);

export interface FailedAttempt {
  readonly method: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** The wait that `Retry-After` asked for, in ms; null without it. */
  readonly retryAfterMs: number | null;
  /** The longest wait, in ms: if the server asks for more, the caller gets the refusal. */
  readonly retryAfterMsMax: number;
}

/**
 * Returns how long to wait before the next attempt, in ms, or null if there should be none. A request
 * that is not idempotent is repeated after a 429 only: then the server has not executed it.
 */
export function retryDelayMs({
  method,
  attempt,
  status,
  retryAfterMs,
  retryAfterMsMax,
}: FailedAttempt): number | null {
  const isTransient = idempotentMethods.has(method)
    ? status === 0 || transientStatuses.has(status)
    : status === 429;
  if (!isTransient) return null;
  if (retryAfterMs !== null) return retryAfterMs > retryAfterMsMax ? null : retryAfterMs;
  const backOffMs = Math.min(retryMsMax, retryMsFirst * 2 ** (attempt - 1));
  return Math.round(backOffMs * (0.5 + Math.random() / 2));
}

/** Reads a `Retry-After` header (RFC 9110, section 10.2.3) as ms from now; null if it has none. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
