import * as db from "@jetwire/db";
import { choresQueue, jobName } from "@jetwire/protocol";
import { createKeys, createRedisOpener } from "@jetwire/redis";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { createTestDatabase, randomNamespace, until } from "@jetwire/testbed";
import { Queue, Worker } from "bullmq";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openJobsConnection } from "../src/connection.ts";
import type { Job } from "../src/job.ts";
import { writeSchedule } from "../src/write-schedule.ts";
import { environmentOf, startChores } from "./chores-under-test.ts";

let queue: Queue;

beforeAll(() => {
  queue = new Queue("{test}", {
    connection: openJobsConnection(inject("redisUrl")).connection,
    prefix: createKeys(randomNamespace()).jobsPrefix,
  });
});
afterAll(async () => {
  await queue.obliterate({ force: true });
  await queue.close();
});

const jobs: Job[] = [
  { name: "make-partitions", everyMs: 3_600_000, run: async () => ({}) },
  { name: "drop-expired", everyMs: 60_000, run: async () => ({}) },
];

const forgotten = "a-job-of-last-year";

async function schedules() {
  const found = await queue.getJobSchedulers();
  return found.map(({ key, every, next }) => ({ key, every, next }));
}

test("a schedule written again is the same; what it no longer has is taken out", async () => {
  await queue.upsertJobScheduler(forgotten, { every: 1_000 });
  await writeSchedule(queue, jobs);
  const first = await schedules();
  expect(new Map(first.map(({ key, every }) => [key, every]))).toEqual(
    new Map([
      ["make-partitions", 3_600_000],
      ["drop-expired", 60_000],
    ]),
  );

  await Promise.all([1, 2, 3].map(() => writeSchedule(queue, jobs)));
  expect(await schedules()).toEqual(first);
  const next = await queue.getJobs(["waiting", "delayed"]);
  expect(
    next
      .map((job) => job.name)
      .filter((name) => name !== forgotten)
      .toSorted(),
  ).toEqual(["drop-expired", "make-partitions"]);
});

test("an interval that changed and a job that was renamed are taken over by the next start", async () => {
  await queue.obliterate({ force: true });
  await writeSchedule(queue, jobs);
  // What is due at once is done, and the next are put off by their intervals.
  await runDue();
  await runDue();
  expect(await queue.getDelayedCount()).toBe(2);

  await writeSchedule(queue, [
    { name: "make-partitions", everyMs: 30_000, run: async () => ({}) },
    { name: "drop-counts", everyMs: 60_000, run: async () => ({}) },
  ]);
  expect(new Map((await schedules()).map(({ key, every }) => [key, every]))).toEqual(
    new Map([
      ["make-partitions", 30_000],
      ["drop-counts", 60_000],
    ]),
  );
  const due = await queue.getJobs(["waiting", "delayed", "prioritized"]);
  expect(due.map((job) => job.name).toSorted()).toEqual(["drop-counts", "make-partitions"]);
  const soon = (await schedules()).find(({ key }) => key === "make-partitions")?.next ?? Infinity;
  expect(soon - Date.now()).toBeLessThanOrEqual(30_000);
});

/** Takes the job that waits and ends it, as a worker does. */
async function runDue(): Promise<void> {
  const worker = new Worker("{test}", null, {
    connection: openJobsConnection(inject("redisUrl")).connection,
    prefix: queue.opts.prefix ?? "",
    autorun: false,
  });
  try {
    const job = await until("a job to be due", () => worker.getNextJob("token"));
    await job.moveToCompleted({}, "token", false);
  } finally {
    await worker.close();
  }
}

test("a start takes over a queue that another version has left", async () => {
  await using at = await createTestDatabase();
  const { connection } = openJobsConnection(at.redisUrl);
  const left = new Queue(choresQueue, {
    connection,
    prefix: createKeys(at.namespace).jobsPrefix,
  });
  await left.upsertJobScheduler(forgotten, { every: 1_000 }, { name: forgotten });
  await left.upsertJobScheduler("drop-chat", { every: 7_000 }, { name: "drop-chat" });
  await using chores = await startChores(environmentOf(at));
  await until("the jobs of this version alone", async () => {
    const names = (await left.getJobSchedulers()).map(({ key }) => key);
    return names.toSorted().join() === Object.values(jobName).toSorted().join();
  });
  expect((await left.getJobScheduler("drop-chat"))?.every).toBe(3_600_000);
  // What the other version had put in is refused, and hurts nothing.
  await until(
    "all to have run",
    async () => (await db.jobRuns.list(at.database.sql)).length === Object.keys(jobName).length,
  );
  expect(chores.failures).toEqual([]);
  await left.close();
});

test("a schedule that cannot be written at start is retried, and the failure is logged once", async () => {
  await using at = await createTestDatabase();
  const { connection } = openJobsConnection(at.redisUrl);
  const left = new Queue(choresQueue, { connection, prefix: createKeys(at.namespace).jobsPrefix });
  await using redis = await createRedisOpener(
    at.redisUrl,
    createLogger("test", "silent"),
    createMetrics({}),
  ).open("request");
  await redis.set(left.toKey("repeat"), "not a schedule");
  const log = createLogger("chores", "silent");
  const [warn, info] = [vi.spyOn(log, "warn"), vi.spyOn(log, "info")];
  const write = vi.spyOn(Queue.prototype, "upsertJobScheduler");
  const task = "write the schedule";
  const failures = () => warn.mock.calls.filter(([facts]) => Object(facts).task === task);

  await using chores = await startChores(environmentOf(at), log);
  await until("three attempts", async () => write.mock.calls.length > 2);
  expect((await chores.health.readiness()).ready).toBe(false);
  expect(failures()).toHaveLength(1);
  await redis.del(left.toKey("repeat"));
  await until("the schedule", async () => (await chores.health.readiness()).ready);
  expect(failures()).toHaveLength(1);
  await until("the log line", async () =>
    info.mock.calls.some(([facts]) => Object(facts).task === task),
  );
  expect(chores.failures).toEqual([]);
  write.mockRestore();
  await left.close();
});
