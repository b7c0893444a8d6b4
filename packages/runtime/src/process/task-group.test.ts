import { expect, test } from "vitest";
import { createTaskGroup } from "./task-group.ts";

test("disposal aborts all tasks and waits for their end", async () => {
  const ended: string[] = [];
  const group = createTaskGroup((error) => expect.unreachable(String(error)));
  for (const name of ["a", "b"]) {
    group.run(async (signal) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      ended.push(name);
    });
  }
  expect(ended).toEqual([]);
  await group[Symbol.asyncDispose]();
  expect(ended).toEqual(["a", "b"]);
});

test("a task that rejects fails the service, and disposal does not throw it again", async () => {
  const failures: unknown[] = [];
  const group = createTaskGroup((error) => failures.push(error));
  const failure = new Error("broken");
  group.run(() => Promise.reject(failure));
  await expect.poll(() => failures).toEqual([failure]);
  await group[Symbol.asyncDispose]();
});
