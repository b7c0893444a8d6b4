import type { JobName } from "@jetwire/protocol";
import type { Counter, Gauge, Logger } from "@jetwire/runtime";
import { UnrecoverableError } from "bullmq";
import type { Job, JobResult } from "./job.ts";

/** What is measured of jobs. */
export interface JobMeasures {
  readonly lastSuccess: Gauge<"job">;
  readonly runs: Counter<"job" | "result">;
}

/** Where it is kept how jobs went, for the operator. */
export interface JobRecord {
  done(job: JobName, ms: number, result: JobResult): Promise<void>;
  failed(job: JobName, ms: number, error: string): Promise<void>;
}

/** Makes the function that runs a job of the queue by its name. */
export function createProcess(
  jobs: readonly Job[],
  { lastSuccess, runs }: JobMeasures,
  record: JobRecord,
  log: Logger,
  now: () => number,
): (name: string) => Promise<JobResult> {
  const byName = new Map<string, Job>(jobs.map((job) => [job.name, job]));

  return async (name) => {
    const job = byName.get(name);
    // Left behind by another version; trying again would not make it known.
    if (job === undefined) throw new UnrecoverableError(`no job is called ${name}`);
    const beganMs = now();
    try {
      const result = await job.run();
      lastSuccess.set({ job: job.name }, now() / 1_000);
      count(job.name, "done");
      log.info({ job: job.name, ...result }, "job done");
      await noted(job.name, record.done(job.name, now() - beganMs, result));
      return result;
    } catch (error) {
      count(job.name, "failed");
      log.warn({ job: job.name, err: error }, "job failed, trying again");
      await noted(job.name, record.failed(job.name, now() - beganMs, textOf(error)));
      throw error;
    }
  };

  function count(job: JobName, result: "done" | "failed"): void {
    runs.inc({ job, result });
  }

  /** What was done is done, whether or not it could be noted. */
  async function noted(job: JobName, noting: Promise<void>): Promise<void> {
    await noting.catch((error: unknown) => {
      log.warn({ job, err: error }, "how a job went could not be noted");
    });
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
