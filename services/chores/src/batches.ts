/** Rows of one statement: some tenths of a second, so that nobody waits long behind it. */
const batchRows = 5_000;
/** Of a whole run; stations are looked after every minute, by the same worker. */
const runMsMax = 20_000;

/** What was done in batches, and whether time ran out before all of it was. */
export interface BatchesDone {
  readonly rows: number;
  readonly more: boolean;
}

/** Works in batches for as long as a run may take; the next run does the rest. */
export type RunBatches = (work: (rowsMax: number) => Promise<number>) => Promise<BatchesDone>;

/**
 * Begins the time of a run. Each of its works is asked for a batch until it gives fewer than it was
 * asked for, or the time is over; a batch is done at least, so that every run gets on.
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
