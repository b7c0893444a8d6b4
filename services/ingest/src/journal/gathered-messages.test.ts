import { pause } from "@jetwire/runtime";
import { describe, expect, test, vi } from "vitest";
import { openQueue, push, pushWithoutResult } from "../../test/queue-in-memory.ts";

/** A running queue; its clock stands still, but for the short pause before a batch. */
function runQueue(over: Parameters<typeof openQueue>[0] = {}) {
  vi.useFakeTimers();
  const opened = openQueue({ batchMax: 100, ...over });
  const running = opened.queue.run(opened.stop.signal);
  return {
    ...opened,
    /** Adds a message, and waits until it is written. */
    async writeAlone(raw: string) {
      const { length } = opened.entries;
      pushWithoutResult(opened.queue, raw);
      await pause(50);
      expect(opened.entries).toHaveLength(length + 1);
    },
    async [Symbol.asyncDispose]() {
      opened.stop.abort();
      vi.useRealTimers();
      await running;
    },
  };
}

describe("messages that come close together", () => {
  test("are written together while no sender waits", async () => {
    await using opened = runQueue();
    await opened.writeAlone("1");
    await opened.writeAlone("2");
    for (const raw of ["3", "4", "5"]) {
      pushWithoutResult(opened.queue, raw);
      await vi.advanceTimersByTimeAsync(4);
    }
    await vi.advanceTimersByTimeAsync(2);
    expect(opened.entries).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened.entries.map(({ raw }) => raw)).toEqual(["1", "2", "3", "4", "5"]);
    expect(opened.state.appends).toBe(3);
  });

  test("are written at once when one comes whose sender waits", async () => {
    await using opened = runQueue();
    await opened.writeAlone("1");
    await opened.writeAlone("2");
    pushWithoutResult(opened.queue, "3");
    await vi.advanceTimersByTimeAsync(4);
    expect(opened.entries).toHaveLength(2);
    expect(await push(opened.queue, "S", "4")).toMatchObject({ status: "accepted" });
    expect(opened.entries.map(({ raw }) => raw)).toEqual(["1", "2", "3", "4"]);
  });

  test.each([
    ["they are a whole batch", {}, 32],
    ["they fill half of the queue", { queueMax: 20 }, 10],
  ])("are written at once when %s", async (_when, over, count) => {
    await using opened = runQueue(over);
    await opened.writeAlone("1");
    await opened.writeAlone("2");
    for (let n = 1; n < count; n++) pushWithoutResult(opened.queue, String(n));
    await vi.advanceTimersByTimeAsync(4);
    expect(opened.entries).toHaveLength(2);
    pushWithoutResult(opened.queue, "last");
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.entries).toHaveLength(2 + count);
  });
});

test("a message does not wait for others if the one before it came alone", async () => {
  await using opened = runQueue();
  await opened.writeAlone("1");
  await vi.advanceTimersByTimeAsync(15);
  await opened.writeAlone("2");
  await opened.writeAlone("3");
  expect(opened.state.appends).toBe(3);
});
