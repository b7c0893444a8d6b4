import { noteJobDone, noteJobFailed, openDatabase, type Sql } from "@jetwire/db";
import { choresQueue } from "@jetwire/protocol";
import { createKeys, createRedisOpener, wakeUser } from "@jetwire/redis";
import { type ProcessContext, withDeadline } from "@jetwire/runtime";
import { Queue, Worker } from "bullmq";
import type { ChoresConfig } from "./config.ts";
import { openJobsConnection } from "./connection.ts";
import { allJobs } from "./jobs/index.ts";
import { createProcess } from "./process.ts";
import { runSchedule, writeSchedule } from "./schedule.ts";

/** Within the ten seconds that a process has to close. */
const drainMsMax = 7_000;
const closeMsMax = 1_000;
const noteMsMax = 2_000;
/** Kills in a row that a job outlives; every job of ours may be run again. */
const stalledMax = 10;

/** Opens chores: writes the schedule into the queue and works on what falls due. */
export async function start(
  config: ChoresConfig,
  { log, metrics, health, fail }: ProcessContext,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(
    openDatabase(config.DATABASE_URL, {
      log,
      max: 2,
      statementTimeoutMs: 60_000,
      applicationName: "jetwire-chores",
    }),
  );
  const keys = createKeys(config.JETWIRE_NAMESPACE);
  const redis = stack.use(await createRedisOpener(config.REDIS_URL, log, metrics).open("request"));
  // Without it gateways find what is new within seconds.
  const wake = (userId: string) => wakeUser(redis, keys, userId).catch(() => {});
  const note = (noting: (sql: Sql) => Promise<void>) =>
    database.withQueryDeadline(noting, noteMsMax);
  const jobs = allJobs(database, wake, config, Date.now);
  const process = createProcess(
    jobs,
    {
      lastSuccess: metrics.gauge({
        name: "jetwire_chores_last_success_seconds",
        help: "When a job last succeeded here, Unix time",
        labelNames: ["job"],
      }),
      runs: metrics.counter({
        name: "jetwire_chores_runs_total",
        help: "Runs of jobs by result",
        labelNames: ["job", "result"],
      }),
    },
    {
      done: (job, ms, result) => note((sql) => noteJobDone(sql, job, ms, result)),
      failed: (job, ms, error) => note((sql) => noteJobFailed(sql, job, ms, error)),
    },
    log,
    Date.now,
  );
  const stalled = metrics.counter({
    name: "jetwire_chores_stalled_total",
    help: "Jobs taken over from a process that was killed",
  });
  const connectionErrors = metrics.counter({
    name: "jetwire_chores_connection_errors_total",
    help: "Errors of the queue's Redis connections",
  });

  const jobsRedis = stack.use(openJobsConnection(config.CHORES_REDIS_URL ?? config.REDIS_URL));
  const shared = { connection: jobsRedis.connection, prefix: keys.jobsPrefix };
  const queue = new Queue(choresQueue, shared);
  stack.defer(() => closed(queue.close(), closeMsMax, () => queue.disconnect()));
  let working = false;
  async function work(name: string) {
    working = true;
    return await process(name).finally(() => {
      working = false;
    });
  }
  const worker = new Worker(choresQueue, (job) => work(job.name), {
    ...shared,
    autorun: false,
    concurrency: 1,
    lockDuration: config.CHORES_LOCK_MS,
    stalledInterval: config.CHORES_LOCK_MS,
    maxStalledCount: stalledMax,
  });
  stack.defer(() =>
    closed(worker.close(), working ? drainMsMax : closeMsMax, () => worker.disconnect()),
  );
  worker.on("stalled", () => stalled.inc());
  queue.on("error", connectionFailed);
  worker.on("error", connectionFailed);
  worker.on("ready", () => {
    if (said !== "") log.info("queue connection is back");
    said = "";
  });

  let said = "";
  let scheduled = false;
  const stop = new AbortController();
  worker.run().catch(fail);
  runSchedule(
    async () => {
      await writeSchedule(queue, jobs);
      scheduled = true;
    },
    connectionFailed,
    stop.signal,
  ).catch(fail);
  stack.defer(() => stop.abort());

  health.check("worker", () => worker.isRunning() || "the worker does not run");
  health.check("schedule", () => scheduled || "the schedule is not written yet");
  health.check("postgres", () => database.answers());
  return stack.move();

  /** A Redis that is away fails again and again; each kind of failure is said once. */
  function connectionFailed(error: unknown): void {
    connectionErrors.inc();
    const text = error instanceof Error ? error.message : String(error);
    if (text !== said) log.warn({ err: error }, "queue connection failed");
    said = text;
  }

  /** A queue that can't reach Redis would close for ever; what is cut off then is run again. */
  async function closed(closing: Promise<void>, ms: number, cut: () => Promise<void>) {
    try {
      await withDeadline(closing, ms, "closing the queue");
    } catch (error) {
      log.warn({ err: error }, "queue did not close, cutting its connections");
      await withDeadline(cut(), closeMsMax, "cutting connections").catch(() => {});
    }
  }
}
