import { createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import type { Job } from "./job.ts";
import { createProcess } from "./process.ts";

const metrics = createMetrics({});
const measures = {
  lastSuccess: metrics.gauge({ name: "last_success", help: "of a job", labelNames: ["job"] }),
  runs: metrics.counter({ name: "runs", help: "of jobs", labelNames: ["job", "result"] }),
};
const log = createLogger("test", "silent");

function createProcessOf(run: Job["run"], isNoted = true) {
  const noted: unknown[] = [];
  async function note(...what: readonly unknown[]): Promise<void> {
    noted.push(what);
    if (!isNoted) throw new Error("no Postgres");
  }
  let nowMs = 0;
  const job: Job = { name: "drop-chat", everyMs: 1, run };
  const record = { done: note, failed: note };
  return { noted, process: createProcess([job], measures, record, log, () => (nowMs += 5)) };
}

test("what a run did, and why it failed, is noted", async () => {
  const done = createProcessOf(async () => ({ messages: 2 }));
  expect(await done.process("drop-chat")).toEqual({ messages: 2 });
  expect(done.noted).toMatchObject([["drop-chat", expect.any(Number), { messages: 2 }]]);
  const failed = createProcessOf(async () => {
    throw new Error("no disk");
  });
  await expect(failed.process("drop-chat")).rejects.toThrow("no disk");
  expect(failed.noted).toMatchObject([["drop-chat", 5, "no disk"]]);
});

test("a run that can't be noted ends as it ended", async () => {
  const done = createProcessOf(async () => ({ messages: 2 }), false);
  expect(await done.process("drop-chat")).toEqual({ messages: 2 });
  const failed = createProcessOf(async () => {
    throw new Error("no disk");
  }, false);
  await expect(failed.process("drop-chat")).rejects.toThrow("no disk");
});

test("a job of another version is refused for good", async () => {
  const { process, noted } = createProcessOf(async () => ({}));
  await expect(process("a-job-of-last-year")).rejects.toThrow("no job is called");
  expect(noted).toEqual([]);
});
