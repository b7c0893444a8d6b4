import { jobName } from "@jetwire/protocol";
import { daysBefore, dropPastJob, type TakeAwayBefore } from "../drop-past.ts";
import type { Job } from "../job.ts";

/** Drops the counts of hours that statistics don't reach back to any more. */
export function dropCountsJob(counts: TakeAwayBefore, keepDays: number, now: () => number): Job {
  return dropPastJob(
    jobName.dropCounts,
    (at) => ({ counts: (rowsMax) => counts(daysBefore(at, keepDays), rowsMax) }),
    now,
  );
}
