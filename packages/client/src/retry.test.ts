import { expect, test } from "vitest";
import { retryDelayMs, wait } from "./retry.ts";

const now = Date.UTC(2026, 10, 21, 12);

test("what may pass is tried again, as late as the server asks", () => {
  expect(retryDelayMs(1, 429, "7", now)).toBe(7_000);
  expect(retryDelayMs(1, 503, "Sat, 21 Nov 2026 12:00:05 GMT", now)).toBe(5_000);
  expect(retryDelayMs(1, 503, "Sat, 21 Nov 2026 11:00:00 GMT", now)).toBe(0);
});

test("without a word of the server the wait doubles, up to a bound", () => {
  for (const [attempt, ms] of [
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [50, 8_000],
  ] as const) {
    const delay = retryDelayMs(attempt, 0, null, now);
    expect(delay).toBeGreaterThanOrEqual(ms / 2);
    expect(delay).toBeLessThanOrEqual(ms);
  }
});

test("other refusals, and too long a patience, are no use", () => {
  for (const status of [400, 401, 404, 500]) expect(retryDelayMs(1, status, "1", now)).toBeNull();
  expect(retryDelayMs(1, 429, "3600", now)).toBeNull();
});

test("a wait ends with its signal", async () => {
  const abort = new AbortController();
  const waiting = wait(60_000, abort.signal);
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(wait(60_000, abort.signal)).rejects.toThrow("stopped");
});
