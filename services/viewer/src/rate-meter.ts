/** Counts messages per second. */
export interface RateMeter {
  count(nowMs: number): void;
  /** Returns the mean of the last five whole seconds, or of those since the start. */
  perSecond(nowMs: number): number;
  /** Returns the counts of the last whole seconds, oldest first. */
  history(nowMs: number): number[];
}

const averagedSeconds = 5;

export function createRateMeter(startMs: number, historySeconds = 60): RateMeter {
  const buckets = Array.from({ length: historySeconds + 1 }, () => 0);
  const firstSecond = Math.floor(startMs / 1_000);
  let second = firstSecond;

  function advanceTo(nowMs: number): void {
    const now = Math.floor(nowMs / 1_000);
    const passed = Math.min(now - second, buckets.length);
    for (let i = 0; i < passed; i++) {
      buckets.shift();
      buckets.push(0);
    }
    second = Math.max(second, now);
  }

  return {
    count(nowMs) {
      advanceTo(nowMs);
      buckets.push((buckets.pop() ?? 0) + 1);
    },
    perSecond(nowMs) {
      advanceTo(nowMs);
      const seconds = Math.min(averagedSeconds, second - firstSecond);
      if (seconds === 0) return 0;
      const whole = buckets.slice(-1 - seconds, -1);
      return whole.reduce((sum, count) => sum + count, 0) / seconds;
    },
    history(nowMs) {
      advanceTo(nowMs);
      return buckets.slice(0, -1);
    },
  };
}
