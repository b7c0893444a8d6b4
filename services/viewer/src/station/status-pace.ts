/** The requests that may be sent at once, and the time after which each further one may be sent. */
const burst = 12;
const intervalMs = 2_000;

/**
 * Makes requests wait for their turn, so that a long list does not use up what an address may request
 * in a minute. The first ones are sent at once.
 */
export function createPace() {
  /** The time at which all that was used is available again. */
  let fullAtMs = 0;
  return {
    /** Reserves a turn; returns how long it must be waited for, in ms. */
    reserve(nowMs: number): number {
      fullAtMs = Math.max(fullAtMs, nowMs) + intervalMs;
      return Math.max(0, fullAtMs - nowMs - burst * intervalMs);
    },
  };
}
