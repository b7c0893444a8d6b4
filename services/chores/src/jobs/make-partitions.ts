import type { PartitionsMade } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Clocks differ and entries wait: yesterday's messages may still come. */
const daysBefore = 1;

/**
 * Makes the partitions of the coming days, so that no message has to go to the default one. Hourly,
 * though daily would do: who deletes a partition by mistake has it back before the day begins.
 */
export function makePartitionsJob(
  ensure: (fromDay: Date, days: number) => Promise<PartitionsMade>,
  daysAhead: number,
  now: () => number,
): Job {
  return {
    name: jobName.makePartitions,
    everyMs: hourMs,
    async run() {
      const from = new Date(now() - daysBefore * dayMs);
      const { created, moved } = await ensure(from, daysBefore + 1 + daysAhead);
      return { created, moved };
    },
  };
}
