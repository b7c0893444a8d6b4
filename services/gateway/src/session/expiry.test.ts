import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExpiry } from "./expiry.ts";

const startMs = Date.UTC(2026, 10, 21);
let calls: [string, number][];

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
  calls = [];
});
afterEach(() => void vi.useRealTimers());

function expiry(lastsMs: number) {
  return createExpiry(startMs + lastsMs, {
    expiring: (endsMs) => calls.push(["expiring", endsMs - startMs]),
    expired: () => calls.push(["expired", Date.now() - startMs]),
  });
}

test("A-22: a warning 60 s before the end, then the end at its time", () => {
  expiry(900_000);
  vi.advanceTimersByTime(839_999);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual([["expiring", 900_000]]);
  vi.advanceTimersByTime(59_999);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(calls[1]).toEqual(["expired", 900_000]);
});

test("an end less than a minute away is announced at once", () => {
  expiry(5_000);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual([["expiring", 5_000]]);
});

test("an extension replaces the end, and a stop cancels it", () => {
  const kept = expiry(5_000);
  vi.advanceTimersByTime(4_999);
  kept.extend(startMs + 200_000);
  vi.advanceTimersByTime(135_001);
  expect(calls).toEqual([
    ["expiring", 5_000],
    ["expiring", 200_000],
  ]);
  kept.stop();
  vi.advanceTimersByTime(1_000_000);
  expect(calls).toHaveLength(2);
});
