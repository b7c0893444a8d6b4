/** Rows of one statement: it takes some tenths of a second, so that others do not wait long. */
const batchRows = 5_000;
/** The longest time of a run: the same worker checks the stations every minute. */
const runMsMax = 20_000;

/** How many rows were processed, and whether time ran out before all of them were. */
export interface BatchesDone {
  readonly rows: number;
  readonly more: boolean;
}

/** Processes batches for as long as a run may take; the next run does the rest. */
export type RunBatches = (work: (rowsMax: number) => Promise<number>) => Promise<BatchesDone>;

/**
 * Starts the time of a run. Each work gets batches until it processes fewer rows than it may, or the
 * time is over; it gets at least one, so that every run makes progress.
 */
export function createBatches(now: () => number): RunBatches {
  const endMs = now() + runMsMax;
  return async (work) => {
    let rows = 0;
    for (;;) {
      const done = await work(batchRows);
      rows += done;
      if (done < batchRows) return { rows, more: false };
      if (now() >= endMs) return { rows, more: true };
    }
  };
}
