import { type ClockSkew, clockSkewMsMax } from "./watch-clock.ts";

export interface SteadyClockOptions {
  /** The host's clock, Unix ms. */
  readonly wall?: () => number;
  /** A clock that never steps, ms. */
  readonly monotonic?: () => number;
}

/** The longest time without a server that answers; then a step is followed. */
const unconfirmedMsMax = 60_000;

/**
 * A clock that does not follow a step of the host's clock until servers confirm it.
 *
 * Creates a clock that runs with the host's. When that steps by more than five seconds, the clock
 * continues as if it had not, until a comparison with servers decides: the median of the three is
 * right, or of two the one that agrees with the clock so far. Without any comparison it follows the
 * step after a minute.
 */
export function createSteadyClock({
  wall = Date.now,
  monotonic = () => performance.now(),
}: SteadyClockOptions = {}) {
  /** The correction of the host's clock, ms. */
  let correctionMs = 0;
  let last = { wallMs: wall(), monotonicMs: monotonic() };
  let comparedAtMs = last.monotonicMs;

  /** Notices a step of the host's clock since the last reading. */
  function read(): number {
    const current = { wallMs: wall(), monotonicMs: monotonic() };
    const stepMs = current.wallMs - last.wallMs - (current.monotonicMs - last.monotonicMs);
    if (Math.abs(stepMs) > clockSkewMsMax) correctionMs -= stepMs;
    last = current;
    if (correctionMs !== 0 && current.monotonicMs - comparedAtMs > unconfirmedMsMax) {
      correctionMs = 0;
    }
    return current.wallMs + correctionMs;
  }

  return {
    /** Returns the time, Unix ms. */
    now: read,
    /** Takes the differences of the host's clock to the servers' into account. */
    compared(skews: readonly ClockSkew[]): void {
      const nowMs = read();
      const precise = skews.filter(({ errorMs }) => errorMs < clockSkewMsMax);
      if (precise.length === 0) return;
      comparedAtMs = last.monotonicMs;
      // As corrections: 0 stands for the host's clock, the others for those of servers.
      const servers = precise.map(({ aheadMs }) => -aheadMs);
      const chosen = median([0, ...servers], nowMs - last.wallMs);
      correctionMs = Math.abs(chosen) <= clockSkewMsMax ? 0 : chosen;
    },
  };
}

/** Returns the median; of an even number, the one of the middle two that is nearer to `near`. */
function median(values: readonly number[], near: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [upper = 0, lower = upper] = [sorted[middle], sorted[middle - 1]];
  if (sorted.length % 2 === 1) return upper;
  return Math.abs(lower - near) < Math.abs(upper - near) ? lower : upper;
}
