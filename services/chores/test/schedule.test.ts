import { createKeys } from "@jetwire/redis";
import { randomNamespace, until } from "@jetwire/testbed";
import { Queue } from "bullmq";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { jobsConnection } from "../src/connection.ts";
import type { Job } from "../src/job.ts";
import { runSchedule, writeSchedule } from "../src/schedule.ts";

let queue: Queue;

beforeAll(() => {
  queue = new Queue("{test}", {
    connection: jobsConnection(inject("redisUrl")),
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

test("a schedule that could not be written is told of, and the writing goes on until the stop", async () => {
  const stop = new AbortController();
  const told: unknown[] = [];
  const running = runSchedule(
    async () => {
      throw new Error("no Redis");
    },
    (error) => told.push(error),
    stop.signal,
  );
  await until("the failure to be told", () => told.length > 0);
  stop.abort();
  await running;
  expect(told).toHaveLength(1);
});
