const minuteMs = 60_000;

/** Counts events of the last minutes. */
export function createRate(now: () => number = Date.now) {
  let minute = 0;
  let current = 0;
  let before = 0;

  function advance(): number {
    const nowMs = now();
    const passed = Math.floor(nowMs / minuteMs) - minute;
    if (passed > 0) {
      before = passed === 1 ? current : 0;
      current = 0;
      minute += passed;
    }
    return nowMs;
  }

  return {
    add(): void {
      advance();
      current++;
    },
    /** Events in the last 60 seconds, as far as two counts of whole minutes tell. */
    get perMinute(): number {
      const share = (advance() % minuteMs) / minuteMs;
      return Math.round(current + before * (1 - share));
    },
  };
}
