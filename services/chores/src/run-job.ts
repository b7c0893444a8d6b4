import type { JobName } from "@jetwire/protocol";
import type { Logger, Metrics } from "@jetwire/runtime";
import { UnrecoverableError } from "bullmq";
import type { Job, JobResult } from "./job.ts";
import type { JobHistory } from "./job-history.ts";

export interface JobRunnerOptions {
  readonly history: JobHistory;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly now: () => number;
  /** Ends long jobs when the process stops. */
  readonly signal: AbortSignal;
}

/** Runs jobs of the queue, one at a time, and long ones beside. */
export interface JobRunner {
  /** @throws if the job fails, or no job has this name. */
  run(name: string): Promise<JobResult>;
  isRunning(): boolean;
  /** Waits until no long job runs. Never rejects. */
  idle(): Promise<void>;
}

export function createJobRunner(
  jobs: readonly Job[],
  { history, log, metrics, now, signal }: JobRunnerOptions,
): JobRunner {
  const byName = new Map<string, Job>(jobs.map((job) => [job.name, job]));
  const lastSuccess = metrics.gauge({
    name: "jetwire_chores_last_success_seconds",
    help: "Unix time of the last success of a job in this process",
    labelNames: ["name"],
  });
  const runs = metrics.counter({
    name: "jetwire_chores_runs_total",
    help: "Runs of jobs, by result",
    labelNames: ["name", "result"],
  });
  // From 0 on, so that Prometheus sees the first failure as an increase.
  for (const { name } of jobs) {
    for (const result of ["done", "failed"]) runs.inc({ name, result }, 0);
  }
  let running = false;
  /** Long jobs that run in this process. */
  const long = new Map<JobName, Promise<unknown>>();

  /** A run keeps its result whether or not it can be recorded. */
  async function recorded(job: JobName, recording: Promise<void>): Promise<void> {
    await recording.catch((error: unknown) => {
      log.warn({ job, err: error }, "the run of a job could not be recorded");
    });
  }

  async function runJob(job: Job): Promise<JobResult> {
    const startMs = now();
    try {
      const result = await job.run(signal);
      lastSuccess.set({ name: job.name }, now() / 1_000);
      runs.inc({ name: job.name, result: "done" });
      // A job that finds nothing to do runs up to 17,280 times a day.
      const isNews = hasDone(result) && job.isRoutine !== true;
      log[isNews ? "info" : "debug"]({ job: job.name, ...result }, "job done");
      await recorded(job.name, history.succeeded(job.name, now() - startMs, result));
      return result;
    } catch (error) {
      runs.inc({ name: job.name, result: "failed" });
      log.warn({ job: job.name, err: error }, "job failed, trying again");
      await recorded(job.name, history.failed(job.name, now() - startMs, textOf(error)));
      throw error;
    }
  }

  /** Its end is logged and recorded like that of others. */
  function startLong(job: Job): JobResult {
    if (long.has(job.name)) return { started: 0 };
    const ended = runJob(job)
      .catch(() => {})
      .finally(() => long.delete(job.name));
    long.set(job.name, ended);
    return { started: 1 };
  }

  return {
    isRunning: () => running,
    async idle() {
      await Promise.all(long.values());
    },
    async run(name) {
      const job = byName.get(name);
      // Another version has left it in the queue; no retry would make it known.
      if (job === undefined) throw new UnrecoverableError(`no job is called ${name}`);
      if (job.isLong === true) return startLong(job);
      running = true;
      try {
        return await runJob(job);
      } finally {
        running = false;
      }
    },
  };
}

/** Returns whether a run changed anything. */
function hasDone(result: JobResult): boolean {
  return Object.values(result).some((value) =>
    typeof value === "number" ? value !== 0 : value.length > 0,
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
