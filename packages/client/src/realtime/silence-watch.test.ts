import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";

let watch: SilenceWatch;
let stalls: number;
let asleepMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  stalls = 0;
  asleepMs = 0;
  watch = watchSilence(
    20_000,
    () => stalls++,
    () => Date.now() + asleepMs,
  );
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

test("a connection that says something now and then is alive", () => {
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(19_000);
    watch.heard();
  }
  expect(stalls).toBe(0);
});

test("one that says nothing has stalled, which is told once", () => {
  vi.advanceTimersByTime(20_000);
  expect(stalls).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(stalls).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(stalls).toBe(1);
});

test("after a sleep it is noticed in seconds, although timers slept as well", () => {
  vi.advanceTimersByTime(2_000);
  asleepMs = 3_600_000;
  vi.advanceTimersByTime(3_000);
  expect(stalls).toBe(1);
});

test("what lay waiting in the socket meanwhile counts", () => {
  asleepMs = 3_600_000;
  vi.advanceTimersByTime(2_000);
  watch.heard();
  vi.advanceTimersByTime(15_000);
  expect(stalls).toBe(0);
});
