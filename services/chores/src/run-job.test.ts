import { createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import type { Job, JobResult } from "./job.ts";
import { createJobRunner } from "./run-job.ts";

const silent = createLogger("test", "silent");

function createRunnerOf(run: Job["run"], isRecorded = true, log = silent) {
  const recorded: unknown[] = [];
  async function record(...what: readonly unknown[]): Promise<void> {
    recorded.push(what);
    if (!isRecorded) throw new Error("no Postgres");
  }
  let nowMs = 0;
  const job: Job = { name: "drop-chat", everyMs: 1, run };
  const history = { succeeded: record, failed: record };
  const metrics = createMetrics({});
  const { signal } = new AbortController();
  const now = () => (nowMs += 5);
  const runner = createJobRunner([job, { ...job, name: "back-up", isLong: true }], {
    history,
    log,
    metrics,
    now,
    signal,
  });
  return { recorded, run: (name: string) => runner.run(name), idle: () => runner.idle() };
}

test("what a run did, and why it failed, is recorded", async () => {
  const done = createRunnerOf(async () => ({ messages: 2 }));
  expect(await done.run("drop-chat")).toEqual({ messages: 2 });
  expect(done.recorded).toMatchObject([["drop-chat", expect.any(Number), { messages: 2 }]]);
  const failed = createRunnerOf(async () => {
    throw new Error("no disk");
  });
  await expect(failed.run("drop-chat")).rejects.toThrow("no disk");
  expect(failed.recorded).toMatchObject([["drop-chat", 5, "no disk"]]);
});

test("only a run that did something is logged", async () => {
  const lines: string[] = [];
  const to = createLogger("test", "info", 0, { write: (line) => void lines.push(line) });
  const results: JobResult[] = [
    { notified: 0, dropped: [] },
    { notified: 1 },
    { dropped: ["a"] },
    {},
  ];
  for (const result of results) await createRunnerOf(async () => result, true, to).run("drop-chat");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: "job done", notified: 1 },
    { msg: "job done", dropped: ["a"] },
  ]);
});

test("a run that cannot be recorded keeps its result", async () => {
  const done = createRunnerOf(async () => ({ messages: 2 }), false);
  expect(await done.run("drop-chat")).toEqual({ messages: 2 });
  const failed = createRunnerOf(async () => {
    throw new Error("no disk");
  }, false);
  await expect(failed.run("drop-chat")).rejects.toThrow("no disk");
});

test("a job of another version is refused without retries", async () => {
  const { run, recorded } = createRunnerOf(async () => ({}));
  await expect(run("a-job-of-last-year")).rejects.toThrow("no job is called");
  expect(recorded).toEqual([]);
});

test("a long job is only started, once at a time, and its end is recorded", async () => {
  const end = Promise.withResolvers<JobResult>();
  const { run, idle, recorded } = createRunnerOf(() => end.promise);
  expect(await run("back-up")).toEqual({ started: 1 });
  expect(await run("back-up")).toEqual({ started: 0 });
  expect(recorded).toEqual([]);
  end.resolve({ taken: ["a"] });
  await idle();
  expect(recorded).toMatchObject([["back-up", expect.any(Number), { taken: ["a"] }]]);
  expect(await run("back-up")).toEqual({ started: 1 });
});
