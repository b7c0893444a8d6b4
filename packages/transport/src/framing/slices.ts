/** Divides long work, so that other work of the process runs between. */
export type Slices = ReturnType<typeof createSlices>;

/**
 * Creates slices that all long work of a process shares: however much work is waiting, a turn of the
 * event loop has one slice of it, and sockets and timers are served between.
 *
 * @param sliceMs the length of a slice
 */
export function createSlices(sliceMs = 5) {
  const waiting: (() => void)[] = [];
  let endMs = Number.NEGATIVE_INFINITY;

  function begin(): void {
    endMs = performance.now() + sliceMs;
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(begin);
  }

  return {
    /** Returns whether the slice of this turn of the event loop is used up. */
    isOver: (): boolean => performance.now() >= endMs,
    /** Waits for the next slice. Those who wait are served in order, one in each turn. */
    next: (): Promise<void> =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) setImmediate(begin);
      }),
  };
}
