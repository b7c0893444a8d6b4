import type { JobName } from "@jetwire/protocol";
import type { Counter, Gauge, Logger } from "@jetwire/runtime";
import { UnrecoverableError } from "bullmq";
import type { Job, JobOutcome } from "./job.ts";

/** What is measured of jobs. */
export interface JobMeasures {
  readonly lastSuccess: Gauge<"job">;
  readonly runs: Counter<"job" | "outcome">;
}

/** Makes the function that runs a job of the queue by its name. */
export function createProcess(
  jobs: readonly Job[],
  { lastSuccess, runs }: JobMeasures,
  log: Logger,
  now: () => number,
): (name: string) => Promise<JobOutcome> {
  const byName = new Map<string, Job>(jobs.map((job) => [job.name, job]));

  return async (name) => {
    const job = byName.get(name);
    // Left behind by another version; trying again would not make it known.
    if (job === undefined) throw new UnrecoverableError(`no job is called ${name}`);
    try {
      const outcome = await job.run();
      lastSuccess.set({ job: job.name }, now() / 1_000);
      count(job.name, "done");
      log.info({ job: job.name, ...outcome }, "job done");
      return outcome;
    } catch (error) {
      count(job.name, "failed");
      log.warn({ job: job.name, err: error }, "job failed, trying again");
      throw error;
    }
  };

  function count(job: JobName, outcome: "done" | "failed"): void {
    runs.inc({ job, outcome });
  }
}
