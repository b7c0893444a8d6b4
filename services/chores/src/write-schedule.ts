import type { JobsOptions, Queue } from "bullmq";
import type { Job } from "./job.ts";

/** More schedules than there can be. */
const schedulesMax = 1_000;

/** A job is retried for about ten minutes; after that, its next scheduled run is the retry. */
const jobOptions: JobsOptions = {
  attempts: 8,
  backoff: { type: "exponential", delay: 5_000, jitter: 0.5 },
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 100 },
};

/**
 * Writes the schedule into the queue and removes schedules of jobs that no longer exist. A schedule
 * that exists keeps its next time.
 */
export async function writeSchedule(queue: Queue, jobs: readonly Job[]): Promise<void> {
  for (const { name, everyMs } of jobs) {
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts: jobOptions });
  }
  const names = new Set<string>(jobs.map((job) => job.name));
  for (const { key } of await queue.getJobSchedulers(0, schedulesMax)) {
    if (!names.has(key)) await queue.removeJobScheduler(key);
  }
}
