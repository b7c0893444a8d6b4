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

test("a connection that receives something now and then is alive", () => {
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(19_000);
    watch.received();
  }
  expect(stalls).toBe(0);
});

test("one that receives nothing has stalled, which is reported once", () => {
  vi.advanceTimersByTime(20_000);
  expect(stalls).toBe(0);
  vi.advanceTimersByTime(5_000);
  expect(stalls).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(stalls).toBe(1);
});

test("a stall is noticed seconds after a sleep, although timers stood still", () => {
  vi.advanceTimersByTime(2_000);
  asleepMs = 3_600_000;
  vi.advanceTimersByTime(3_000);
  expect(stalls).toBe(1);
});

test("packets that waited in the socket count as received", () => {
  asleepMs = 3_600_000;
  vi.advanceTimersByTime(2_000);
  watch.received();
  vi.advanceTimersByTime(15_000);
  expect(stalls).toBe(0);
});
