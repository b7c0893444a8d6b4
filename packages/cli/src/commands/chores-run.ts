import { type JobName, jobName } from "@jetwire/protocol";
import { pause } from "@jetwire/runtime";
import type { JobsOptions, Queue } from "bullmq";
import { z } from "zod";
import { CliError } from "../cli-error.ts";
import type { Call } from "../command.ts";
import { withChoresQueue } from "./chores-queue.ts";
import { resultText } from "./chores-list.ts";

/** Result of a run, as far as known when the wait ended. */
type Ran =
  | { readonly state: "done"; readonly result: JobResult }
  | { readonly state: "failed"; readonly error: string }
  /** It was still running when the wait ended. */
  | { readonly state: "running" }
  /** No worker started it in time; the request was withdrawn. */
  | { readonly state: "waiting" };

const JobResult = z.record(z.string(), z.union([z.number(), z.array(z.string())])).catch({});
type JobResult = z.infer<typeof JobResult>;

const RunOptions = z.object({
  wait: z.coerce.number().int().min(1).max(600, "must be at most 600").default(60),
});
const pollMs = 100;
/** Time for queries, in addition to the wait. */
const askMsMax = 5_000;

/** `jetwire chores run`: runs a job now and waits for its result. */
export async function runChore(call: Call) {
  const job = readJobName(call.args[0]);
  const { wait } = call.options(RunOptions);
  const ran = await withChoresQueue(call, wait * 1_000 + askMsMax, (queue) =>
    runNow(queue, job, wait * 1_000),
  );
  return {
    value: { job, ...ran },
    text: ranText(job, ran),
    exitCode: ran.state === "done" ? 0 : 1,
  };
}

function readJobName(given: string | undefined): JobName {
  const known = Object.values(jobName).find((name) => name === given);
  if (known !== undefined) return known;
  const names = Object.values(jobName).join(", ");
  throw new CliError("not_found", `job ${given ?? ""} not found: use one of ${names}`);
}

async function runNow(queue: Queue, name: JobName, waitMs: number): Promise<Ran> {
  const endMs = performance.now() + waitMs;
  // A request during a pending one gets the same run.
  const options: JobsOptions = {
    attempts: 1,
    deduplication: { id: `asked-${name}` },
    removeOnComplete: { count: 100 },
    removeOnFail: { count: 100 },
  };
  const { id = "" } = await queue.add(name, {}, options);
  for (;;) {
    const job = await queue.getJob(id);
    const state = (await job?.getState()) ?? "unknown";
    // Read again, because it may have ended between the two reads.
    const ended = state === "completed" || state === "failed" ? await queue.getJob(id) : undefined;
    if (state === "completed") {
      return { state: "done", result: JobResult.parse(ended?.returnvalue) };
    }
    if (state === "failed") {
      return { state: "failed", error: ended?.failedReason ?? "no reason was recorded" };
    }
    if (performance.now() >= endMs) {
      if (state === "active") return { state: "running" };
      // Refused if a worker starts it at this moment: then it runs.
      const back = await job?.remove().then(
        () => true,
        () => false,
      );
      return { state: back === false ? "running" : "waiting" };
    }
    await pause(pollMs);
  }
}

function ranText(job: JobName, ran: Ran): string {
  switch (ran.state) {
    case "done":
      return `${job} is done: ${resultText(ran.result)}`;
    case "failed":
      return `${job} failed: ${ran.error}`;
    case "running":
      return `${job} is still running: see \`jetwire chores\``;
    case "waiting":
      return `no worker started ${job}: check that the chores service runs`;
  }
}
