import { expect, test } from "vitest";
import { createKeyedSemaphore, createSemaphore } from "./semaphore.ts";

test("no more permits than there are, those who wait are served in order", async () => {
  const semaphore = createSemaphore(1);
  const first = await semaphore.acquire();
  const order: string[] = [];
  const waiting = ["a", "b"].map(async (name) => {
    using permit = await semaphore.acquire(60_000);
    order.push(name);
  });
  expect(order).toEqual([]);
  expect(semaphore.tryAcquire()).toBe(null);
  first[Symbol.dispose]();
  await Promise.all(waiting);
  expect(order).toEqual(["a", "b"]);
});

test("a permit that is returned twice counts once", () => {
  const semaphore = createSemaphore(1);
  const permit = semaphore.tryAcquire();
  permit?.[Symbol.dispose]();
  permit?.[Symbol.dispose]();
  expect(semaphore.tryAcquire()).not.toBe(null);
  expect(semaphore.tryAcquire()).toBe(null);
});

test("a wait that timed out takes no permit later", async () => {
  const semaphore = createSemaphore(1, { what: "a connection" });
  const permit = await semaphore.acquire(10);
  await expect(semaphore.acquire(10)).rejects.toThrow(
    "waiting for a connection took longer than 10 ms",
  );
  permit[Symbol.dispose]();
  expect(semaphore.tryAcquire()).not.toBe(null);
});

test("one more than may wait is refused at once", async () => {
  const semaphore = createSemaphore(1, { waitingMax: 1 });
  const permit = await semaphore.acquire();
  const waiting = semaphore.acquire();
  await expect(semaphore.acquire()).rejects.toThrow("waiting for a permit");
  permit[Symbol.dispose]();
  await waiting;
});

test("a failure of the work returns its permit", async () => {
  const semaphore = createSemaphore(1);
  async function fail(): Promise<void> {
    using permit = await semaphore.acquire();
    throw new Error("the work failed");
  }
  await expect(fail()).rejects.toThrow("the work failed");
  expect(semaphore.tryAcquire()).not.toBe(null);
});

test("each key has permits of its own", () => {
  const semaphore = createKeyedSemaphore(2);
  const first = semaphore.tryAcquire("alice");
  semaphore.tryAcquire("alice");
  expect(semaphore.tryAcquire("alice")).toBe(null);
  expect(semaphore.tryAcquire("bob")).not.toBe(null);
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  expect(semaphore.tryAcquire("alice")).not.toBe(null);
  expect(semaphore.tryAcquire("alice")).toBe(null);
});
