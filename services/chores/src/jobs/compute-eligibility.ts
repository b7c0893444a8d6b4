import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";

const hourMs = 3_600_000;

/**
 * Computes of every claimed station what it lacks for a feeder key. The longest ago first, so that
 * what a run has no time for is the next one's beginning.
 *
 * @param compute of so many at most that weren't looked at for longer than a run takes; tells how
 *   many there were
 */
export function computeEligibilityJob(
  compute: (stationsMax: number) => Promise<number>,
  now: () => number,
): Job {
  return {
    name: jobName.computeEligibility,
    everyMs: hourMs,
    async run() {
      const { rows, more } = await createBatches(now)(compute);
      return more ? { stations: rows, unfinished: 1 } : { stations: rows };
    },
  };
}
