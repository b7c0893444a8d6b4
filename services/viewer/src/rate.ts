/** Counts by the second. */
export interface Rate {
  count(nowMs: number): void;
  /** Per second, over the last five whole seconds or those since the start. */
  perSecond(nowMs: number): number;
  /** Of the last whole seconds, oldest first. */
  history(nowMs: number): number[];
}

const averagedSeconds = 5;

export function createRate(startMs: number, historySeconds = 60): Rate {
  const buckets = Array.from({ length: historySeconds + 1 }, () => 0);
  const firstSecond = Math.floor(startMs / 1_000);
  let second = firstSecond;

  function turnTo(nowMs: number): void {
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
      turnTo(nowMs);
      buckets.push((buckets.pop() ?? 0) + 1);
    },
    perSecond(nowMs) {
      turnTo(nowMs);
      const seconds = Math.min(averagedSeconds, second - firstSecond);
      if (seconds === 0) return 0;
      const whole = buckets.slice(-1 - seconds, -1);
      return whole.reduce((sum, count) => sum + count, 0) / seconds;
    },
    history(nowMs) {
      turnTo(nowMs);
      return buckets.slice(0, -1);
    },
  };
}
