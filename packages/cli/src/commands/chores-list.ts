import * as db from "@jetwire/db";
import type { JobRun } from "@jetwire/db";
import { type JobName, jobName } from "@jetwire/protocol";
import type { Queue } from "bullmq";
import type { Call } from "../command.ts";
import { type Cell, table } from "../table.ts";
import { withDatabase } from "../connections.ts";
import { withChoresQueue } from "./chores-queue.ts";

/** A job: its schedule from the queue, its last run from Postgres. */
interface ChoreState extends Omit<JobRun, "ranAt" | "ranMs"> {
  readonly job: JobName;
  /** Null before the service has written its schedule. */
  readonly everySeconds: number | null;
  readonly nextAt: string | null;
  readonly running: boolean;
  /** Null if it never ran. */
  readonly ranAt: string | null;
  readonly ranMs: number | null;
}

const askMsMax = 5_000;
const rowsMax = 1_000;
const never = {
  ranAt: null,
  ranMs: null,
  succeededAt: null,
  result: null,
  failedAt: null,
  error: null,
  failures: 0,
} as const;

/** `jetwire chores`: lists all jobs. */
export async function listChores(call: Call) {
  const { schedules, running } = await withChoresQueue(call, askMsMax, readQueue);
  const runs = await withDatabase(call.servers(), db.jobRuns.list);
  const states = Object.values(jobName).map((job): ChoreState => {
    const { every, next } = schedules.find(({ key }) => key === job) ?? {};
    return {
      ...never,
      ...runs.find((run) => run.job === job),
      job,
      everySeconds: every === undefined ? null : every / 1_000,
      nextAt: next === undefined ? null : new Date(next).toISOString(),
      running: running.has(job),
    };
  });
  return { value: states, text: statesText(states) };
}

async function readQueue(queue: Queue) {
  const [schedules, active] = await Promise.all([
    queue.getJobSchedulers(0, rowsMax),
    queue.getActive(0, rowsMax),
  ]);
  return { schedules, running: new Set(active.map(({ name }) => name)) };
}

function statesText(states: readonly ChoreState[]): string {
  const headings = ["JOB", "EVERY", "LAST RUN", "LAST SUCCESS", "RESULT", "NEXT RUN", "STATE"];
  const rows = states.map((state): Cell[] => [
    state.job,
    state.everySeconds === null ? null : everyText(state.everySeconds),
    state.ranAt,
    state.succeededAt,
    state.result === null ? null : resultText(state.result),
    state.nextAt,
    stateText(state),
  ]);
  const failures = states
    .filter(({ failedAt }) => failedAt !== null)
    .map(({ job, failedAt, error, failures: count }) => {
      const since =
        count === 0 ? "it has succeeded since" : `${count} times since its last success`;
      return `${job} last failed at ${failedAt} (${since}): ${error ?? ""}`;
    });
  return [table(headings, rows, "no jobs"), ...failures].join("\n");
}

function stateText({ running, failures, everySeconds }: ChoreState): string {
  if (running) return "running";
  if (everySeconds === null) return "not scheduled";
  return failures > 0 ? "failing" : "ok";
}

function everyText(seconds: number): string {
  if (seconds % 3_600 === 0) return `${seconds / 3_600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** Formats the result of a run: `counts 12, dropped messages_20260101`. */
export function resultText(result: NonNullable<JobRun["result"]>): string {
  const parts = Object.entries(result).map(([what, did]) => {
    if (typeof did === "number") return `${what} ${did}`;
    return `${what} ${did.length === 0 ? "none" : did.join(" ")}`;
  });
  return parts.join(", ") || "nothing to do";
}
