/** Returns values some time after they were given. */
export interface DelayedValue<Value> {
  /** Adds a value, and returns the latest one that is old enough, or null if there is none. */
  next(value: Value, nowMs: number): Value | null;
}

/** Values are stored at most this often per delay, which limits how many there are. */
const valuesPerDelay = 64;

export function createDelayedValue<Value>(delayMs: number): DelayedValue<Value> {
  const waiting: { readonly value: Value; readonly atMs: number }[] = [];
  let latest: Value | null = null;
  return {
    next(value, nowMs) {
      const last = waiting.at(-1);
      if (last === undefined || nowMs - last.atMs >= delayMs / valuesPerDelay) {
        waiting.push({ value, atMs: nowMs });
      }
      for (let [oldest] = waiting; oldest && nowMs - oldest.atMs >= delayMs; [oldest] = waiting) {
        latest = oldest.value;
        waiting.shift();
      }
      return latest;
    },
  };
}
