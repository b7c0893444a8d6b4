import { createAddressPolicy } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { createAccountingWatch, measureHealth } from "@jetwire/health";
import { choresQueue } from "@jetwire/protocol";
import { every, type ProcessContext, withDeadline } from "@jetwire/runtime";
import { openService } from "@jetwire/service";
import { Queue, Worker } from "bullmq";
import { watchCertificates } from "./certificate/watch-certificates.ts";
import { runCanary } from "./canary/run-canary.ts";
import { closeQueue } from "./close-queue.ts";
import type { ChoresConfig } from "./config.ts";
import { openJobsConnection } from "./connection.ts";
import { createPushKeys } from "./deliveries/push-keys.ts";
import { runDeliveries } from "./deliveries/run-deliveries.ts";
import { createSender } from "./deliveries/send-request.ts";
import { createNotifyOperators } from "./health/notify-operators.ts";
import { sendHeartbeat } from "./health/send-heartbeat.ts";
import { watchHealth } from "./health/watch-health.ts";
import { createJobHistory } from "./job-history.ts";
import { createJobs } from "./jobs/index.ts";
import { runMails } from "./mail/run-mails.ts";
import { createStationMails } from "./mail/station-mails.ts";
import { runAlerts } from "./alerts/run-alerts.ts";
import { createNotifier } from "./notifier.ts";
import { createQueueConnectionLog } from "./queue-connection-log.ts";
import { createJobRunner } from "./run-job.ts";
import { queryMsMax } from "./run-query.ts";
import { writeSchedule } from "./write-schedule.ts";

/** Shorter than the ten seconds that a process has for its shutdown. */
const drainMsMax = 7_000;
const closeMsMax = 1_000;
/** Questions about health may wait for a connection that a job uses. */
const measureMsMax = 3_000;
/** A measurement that is older says nothing of now. */
const wellMsMax = 60_000;
/** Redis may be emptied, or fail over to an older state, and lose the schedule. */
const writeScheduleMs = 5 * 60_000;
/** How many kills in a row a job survives; every job may be run again. */
const stalledMax = 10;

/** Starts chores: writes the schedule into the queue and runs the jobs that are due. */
export async function start(
  config: ChoresConfig,
  context: ProcessContext,
): Promise<AsyncDisposable> {
  const { log, metrics, health, fail } = context;
  await using service = await openService(config, context, {
    redis: "request",
    database: { max: 3, statementTimeoutMs: queryMsMax },
  });
  const { stack, database } = service;
  const { keys, userChannel, notices, erasure, stationIds, canaryRuns } = service.stores;
  const mailLog = log.child({ part: "mail" });
  const mails = db.mails.createQueue({ log: mailLog, metrics });
  const jobServices = {
    notifier: createNotifier(database, userChannel),
    stationMails: createStationMails(database, config, mails),
    redisErasure: erasure,
    notices,
    userChannel,
    forgetIdents: (idents: readonly string[]) => stationIds.forget(idents),
  };
  const jobs = createJobs(database, jobServices, config, Date.now);
  const history = createJobHistory(database);
  const stop = new AbortController();
  const runner = createJobRunner(jobs, {
    history,
    log,
    metrics,
    now: Date.now,
    signal: stop.signal,
  });
  const connectionLog = createQueueConnectionLog(log, metrics);
  const stalled = metrics.counter({
    name: "jetwire_chores_stalled_total",
    help: "Jobs taken over from a process that was killed",
  });

  const jobsRedis = stack.use(openJobsConnection(config.CHORES_REDIS_URL ?? config.REDIS_URL));
  const shared = { connection: jobsRedis.connection, prefix: keys.jobsPrefix };
  const queue = new Queue(choresQueue, shared);
  stack.defer(() => closeQueue(queue, closeMsMax, log));
  const worker = new Worker(choresQueue, (job) => runner.run(job.name), {
    ...shared,
    autorun: false,
    concurrency: 1,
    lockDuration: config.CHORES_LOCK_MS,
    stalledInterval: config.CHORES_LOCK_MS,
    maxStalledCount: stalledMax,
  });
  stack.defer(() => closeQueue(worker, runner.isRunning() ? drainMsMax : closeMsMax, log));
  worker.on("stalled", () => stalled.inc());
  worker.on("ready", () => connectionLog.recovered());
  queue.on("error", (error) => connectionLog.failed(error));
  worker.on("error", (error) => connectionLog.failed(error));

  let isScheduled = false;
  async function schedule(): Promise<void> {
    await writeSchedule(queue, jobs);
    isScheduled = true;
  }
  worker.run().catch(fail);
  every(writeScheduleMs, schedule, { signal: stop.signal, log, task: "write the schedule" }).catch(
    fail,
  );
  runMails(config, { database, log: mailLog, metrics }, stop.signal).catch(fail);
  const delivery = {
    database,
    send: createSender({ policy: createAddressPolicy(config.DELIVERY_ALLOWED_HOSTS) }),
    channels: {
      publicUrl: config.PUBLIC_URL,
      telegramUrl: config.TELEGRAM_API_URL,
      pushKeys: createPushKeys(database),
    },
    userChannel,
    log: log.child({ part: "deliveries" }),
    metrics,
  };
  runDeliveries(delivery, stop.signal).catch(fail);
  const alerts = { database, mails, userChannel, log: log.child({ part: "alerts" }), metrics };
  runAlerts(config, alerts, stop.signal).catch(fail);
  const canary = {
    database,
    runs: canaryRuns,
    log: log.child({ part: "canary" }),
    metrics,
    health,
  };
  runCanary(config, canary, stop.signal).catch(fail);
  const measured = { database, replica: null, redis: service.redis, stores: service.stores };
  const partitions = config.STREAM_PARTITIONS;
  const accounting = createAccountingWatch(database, service.stores.streams, partitions);
  let wellMs = Number.NEGATIVE_INFINITY;
  const healthWatch = {
    database,
    measure: async () => {
      const facts = await measureHealth({ ...measured, partitions }, measureMsMax);
      accounting.latest();
      return { ...facts, accounting: accounting.measured() };
    },
    notify: createNotifyOperators(config, { database, notifier: jobServices.notifier, mails }),
    onMeasured: (isCritical: boolean) =>
      void (wellMs = isCritical ? Number.NEGATIVE_INFINITY : performance.now()),
    log: log.child({ part: "health" }),
  };
  watchHealth(config, healthWatch, stop.signal).catch(fail);
  const heartbeat = {
    isWell: () => performance.now() - wellMs < wellMsMax,
    log: log.child({ part: "heartbeat" }),
  };
  sendHeartbeat(config.HEALTH_HEARTBEAT_URL, heartbeat, stop.signal).catch(fail);
  watchCertificates(config, { log, metrics, health }, stop.signal).catch(fail);
  stack.defer(() => withDeadline(runner.idle(), drainMsMax, "a long job").catch(() => {}));
  // Not awaited: without Redis a write ends only when the queue is disconnected.
  stack.defer(() => stop.abort());

  health.check("worker", () => worker.isRunning() || "the worker is not running");
  health.check("schedule", () => isScheduled || "the schedule is not written yet");
  health.check("postgres", () => database.answers());
  return service.run();
}
