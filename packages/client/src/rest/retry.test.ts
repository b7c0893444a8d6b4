import { expect, test } from "vitest";
import { sleep } from "../timing.ts";
import { readRetryAfter, retryDelayMs } from "./retry.ts";

const now = Date.UTC(2026, 10, 21, 12);
const refusal = {
  method: "GET",
  attempt: 1,
  status: 429,
  retryAfterMs: null,
  retryAfterMsMax: 60_000,
};

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

test("transient failures are retried when the server asks", () => {
  for (const status of [0, 429, 502, 503, 504]) {
    expect(retryDelayMs({ ...refusal, status, retryAfterMs: 7_000 })).toBe(7_000);
  }
});

test("without Retry-After the pause doubles, up to a bound", () => {
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

test("other failures, and long waits, are not retried", () => {
  for (const status of [400, 401, 404, 500]) {
    expect(retryDelayMs({ ...refusal, status, retryAfterMs: 1_000 })).toBeNull();
  }
  expect(retryDelayMs({ ...refusal, retryAfterMs: 60_001 })).toBeNull();
  const impatient = { ...refusal, retryAfterMsMax: 2_000 };
  expect(retryDelayMs({ ...impatient, retryAfterMs: 2_000 })).toBe(2_000);
  expect(retryDelayMs({ ...impatient, retryAfterMs: 3_000 })).toBeNull();
});

test("a request that is not idempotent is repeated after a 429 only", () => {
  for (const status of [0, 502, 503, 504]) {
    expect(retryDelayMs({ ...refusal, method: "POST", status })).toBeNull();
    expect(retryDelayMs({ ...refusal, method: "DELETE", status })).not.toBeNull();
  }
  expect(retryDelayMs({ ...refusal, method: "POST", retryAfterMs: 1_000 })).toBe(1_000);
});

test("a pause ends with its signal", async () => {
  const abort = new AbortController();
  const waiting = sleep(60_000, abort.signal);
  abort.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  await expect(sleep(60_000, abort.signal)).rejects.toThrow("stopped");
});
