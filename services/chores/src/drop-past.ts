import type { JobName } from "@jetwire/protocol";
import { createBatches } from "./batches.ts";
import type { Job } from "./job.ts";

const hourMs = 3_600_000;

/** Takes away so many rows at most. @returns how many there were */
export type TakeAway = (rowsMax: number) => Promise<number>;

/** The same of what was made before an instant. */
export type TakeAwayBefore = (cutoff: Date, rowsMax: number) => Promise<number>;

/**
 * An hourly job that takes away rows that are past their time, one kind after the other.
 *
 * @param works by what the result calls their rows
 */
export function dropPastJob(
  name: JobName,
  works: (now: Date) => Readonly<Record<string, TakeAway>>,
  now: () => number,
): Job {
  return {
    name,
    everyMs: hourMs,
    async run() {
      const runBatches = createBatches(now);
      const result: Record<string, number> = {};
      let isUnfinished = false;
      for (const [what, takeAway] of Object.entries(works(new Date(now())))) {
        const { rows, more } = await runBatches(takeAway);
        result[what] = rows;
        isUnfinished ||= more;
      }
      return isUnfinished ? { ...result, unfinished: 1 } : result;
    },
  };
}

const dayMs = 86_400_000;

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
