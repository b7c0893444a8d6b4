import { pause } from "@jetwire/runtime";
import type { JobsOptions, Queue } from "bullmq";
import type { Job } from "./job.ts";

const repeatMs = 5 * 60_000;
/** More schedules than this were never ours. */
const schedulesMax = 1_000;

/** Tries go on for about ten minutes; then the next run of the schedule is the retry. */
const jobOptions: JobsOptions = {
  attempts: 8,
  backoff: { type: "exponential", delay: 5_000, jitter: 0.5 },
  removeOnComplete: { count: 100 },
  removeOnFail: { count: 100 },
};

/**
 * Writes the schedule into the queue and takes out what is no longer in it. A schedule that stands
 * keeps its next time.
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

/**
 * Writes the schedule again every few minutes, because a Redis that was emptied, or failed over to
 * an older state, has forgotten it and would run nothing until the next start.
 */
export async function runSchedule(
  write: () => Promise<void>,
  failed: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await write().catch((error: unknown) => {
      if (!signal.aborted) failed(error);
    });
    await pause(repeatMs, signal);
  }
}
