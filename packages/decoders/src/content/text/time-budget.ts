/** The time in which texts are read, as a share of each second. */
export interface TimeBudget {
  /** Whether time is left in this second. */
  hasTime(): boolean;
  /** Counts the time that passed since `hasTime` was asked. */
  used(): void;
}

const windowMs = 1_000;

/**
 * Limits the reading of texts: formats of a library may take long for a text that was made for it, and
 * ingest must keep receiving.
 *
 * @param share the part of each second that may be used, 0 to 1
 * @param now milliseconds of a monotonic clock
 */
export function createTimeBudget(share: number, now: () => number): TimeBudget {
  let windowStart = now();
  let usedMs = 0;
  let askedAt = windowStart;
  return {
    hasTime() {
      askedAt = now();
      if (askedAt - windowStart >= windowMs) {
        // A text that took longer than its second is counted in the next ones too.
        const windows = Math.floor((askedAt - windowStart) / windowMs);
        usedMs = Math.max(0, usedMs - windows * share * windowMs);
        windowStart += windows * windowMs;
      }
      return usedMs < share * windowMs;
    },
    used() {
      usedMs += now() - askedAt;
    },
  };
}
