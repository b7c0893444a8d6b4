interface PaceLimits {
  /** The requests that may be sent at once. */
  readonly burst: number;
  /** The time after which each further one may be sent, in ms. */
  readonly intervalMs: number;
}

/**
 * Makes requests wait, so that a long list does not use up what may be requested in a minute. The first
 * ones are sent at once.
 */
export function createRequestPace({ burst, intervalMs }: PaceLimits) {
  /** The time at which all that was used is available again. */
  let fullAtMs = 0;
  /** Reserves a request; returns how long it must wait, in ms. */
  function reserve(nowMs: number): number {
    fullAtMs = Math.max(fullAtMs, nowMs) + intervalMs;
    return Math.max(0, fullAtMs - nowMs - burst * intervalMs);
  }
  return {
    reserve,
    /** Waits until a request may be sent. Rejects with the signal's reason when it aborts. */
    async wait(signal: AbortSignal): Promise<void> {
      const ms = reserve(Date.now());
      if (ms > 0) await pause(ms, signal);
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
