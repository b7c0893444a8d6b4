import { expect, test } from "vitest";
import { readRetryAfter, retryDelayMs, wait } from "./retry.ts";

const now = Date.UTC(2026, 10, 21, 12);
const refusal = { method: "GET", attempt: 1, status: 429, retryAfterMs: null };

test.for([
  ["7", 7_000],
  [" 0 ", 0],
  ["Sat, 21 Nov 2026 12:00:05 GMT", 5_000],
  ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
  ["soon", null],
  ["", null],
  [null, null],
] as const)("Retry-After: %s", ([header, expected]) => {
  expect(readRetryAfter(header, now)).toBe(expected);
});

test("what may pass is tried again, as late as the server asks", () => {
  for (const status of [0, 429, 502, 503, 504]) {
    expect(retryDelayMs({ ...refusal, status, retryAfterMs: 7_000 })).toBe(7_000);
  }
});

test("without a word of the server the wait doubles, up to a bound", () => {
  for (const [attempt, ms] of [
    [1, 500],
    [2, 1_000],
    [3, 2_000],
    [50, 8_000],
  ] as const) {
    const delay = retryDelayMs({ ...refusal, status: 0, attempt });
    expect(delay).toBeGreaterThanOrEqual(ms / 2);
    expect(delay).toBeLessThanOrEqual(ms);
  }
});

test("other refusals, and too long a patience, are no use", () => {
  for (const status of [400, 401, 404, 500]) {
    expect(retryDelayMs({ ...refusal, status, retryAfterMs: 1_000 })).toBeNull();
  }
  expect(retryDelayMs({ ...refusal, retryAfterMs: 3_600_000 })).toBeNull();
});

test("what may not be done twice is repeated only where it wasn't done", () => {
  for (const status of [0, 502, 503, 504]) {
    expect(retryDelayMs({ ...refusal, method: "POST", status })).toBeNull();
    expect(retryDelayMs({ ...refusal, method: "DELETE", status })).not.toBeNull();
  }
  expect(retryDelayMs({ ...refusal, method: "POST", retryAfterMs: 1_000 })).toBe(1_000);
});

test("a wait ends with its signal", async () => {
  const abort = new AbortController();
  const waiting = wait(60_000, abort.signal);
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(wait(60_000, abort.signal)).rejects.toThrow("stopped");
});
