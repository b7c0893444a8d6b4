import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createExpiry } from "./expiry.ts";

const startMs = Date.UTC(2026, 10, 21);
let told: [string, number][];

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
  told = [];
});
afterEach(() => void vi.useRealTimers());

function expiry(lastsMs: number) {
  return createExpiry(startMs + lastsMs, {
    now: Date.now,
    expiring: (endsMs) => told.push(["expiring", endsMs - startMs]),
    expired: () => told.push(["expired", Date.now() - startMs]),
  });
}

test("A-22: a warning 60 s before the end, then the end at its time", () => {
  expiry(900_000);
  vi.advanceTimersByTime(839_999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([["expiring", 900_000]]);
  vi.advanceTimersByTime(59_999);
  expect(told).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(told[1]).toEqual(["expired", 900_000]);
});

test("what lasts less than a minute is announced at once", () => {
  expiry(5_000);
  vi.advanceTimersByTime(0);
  expect(told).toEqual([["expiring", 5_000]]);
});

test("an extension replaces the end, and a stop takes it away", () => {
  const kept = expiry(5_000);
  vi.advanceTimersByTime(4_999);
  kept.extend(startMs + 200_000);
  vi.advanceTimersByTime(135_001);
  expect(told).toEqual([
    ["expiring", 5_000],
    ["expiring", 200_000],
  ]);
  kept.stop();
  vi.advanceTimersByTime(1_000_000);
  expect(told).toHaveLength(2);
});
