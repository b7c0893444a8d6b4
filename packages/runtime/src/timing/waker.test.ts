import { describe, expect, test, vi } from "vitest";
import { backOffMs, pause } from "./pause.ts";
import { createWaker } from "./waker.ts";

const longMs = 60_000;

describe("a waker", () => {
  test("ends the current wait", async () => {
    const waker = createWaker();
    const waiting = waker.wait(longMs);
    waker.wake();
    await expect(waiting).resolves.toBe(undefined);
  });

  test("that is called while nobody waits ends the next wait, and only that one", async () => {
    vi.useFakeTimers();
    try {
      const waker = createWaker();
      waker.wake();
      waker.wake();
      await waker.wait(longMs);
      let ended = false;
      const waiting = waker.wait(longMs).then(() => (ended = true));
      await vi.advanceTimersByTimeAsync(longMs - 1);
      expect(ended).toBe(false);
      // It ends together with other waits.
      await vi.advanceTimersByTimeAsync(251);
      await waiting;
    } finally {
      vi.useRealTimers();
    }
  });

  test("wakes at an abort, and never waits afterwards", { timeout: 5_000 }, async () => {
    const stop = new AbortController();
    const waker = createWaker(stop.signal);
    const waiting = waker.wait(longMs);
    stop.abort();
    await waiting;
    await waker.wait(longMs);
    await expect(createWaker(stop.signal).wait(longMs)).resolves.toBe(undefined);
  });
});

describe("a pause", () => {
  test("ends when aborted, and at once if it was aborted before", async () => {
    const stop = new AbortController();
    const pausing = pause(longMs, stop.signal);
    stop.abort();
    await pausing;
    await expect(pause(longMs, stop.signal)).resolves.toBe(undefined);
  });

  test("between attempts grows up to its maximum", () => {
    for (let attempt = 1; attempt <= 200; attempt++) {
      const ms = backOffMs(attempt, 50, 5_000);
      const ceiling = Math.min(5_000, 50 * 2 ** (attempt - 1));
      expect(ms).toBeGreaterThanOrEqual(Math.floor(ceiling / 2));
      expect(ms).toBeLessThanOrEqual(ceiling);
    }
  });
});
