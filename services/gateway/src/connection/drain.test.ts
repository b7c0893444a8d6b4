import { expect, test } from "vitest";
import { drain } from "./drain.ts";
import type { EngineConnection } from "./engine-connection.ts";

/** Drains connections of which only the closing matters, and returns how many were closed at first, and after how long all were. */
async function drained(count: number, pace: { perSecond: number; secondsMax: number }) {
  let closed = 0;
  const close = () => closed++;
  const all = Array.from({ length: count }, () => ({ close }) as unknown as EngineConnection);
  const sinceMs = performance.now();
  const draining = drain(all, pace);
  const first = closed;
  await draining;
  expect(closed).toBe(count);
  return { first, tookMs: performance.now() - sinceMs };
}

test("connections are closed at the pace at which others accept them", async () => {
  const { first, tookMs } = await drained(100, { perSecond: 200, secondsMax: 10 });
  expect(first).toBe(20);
  // Five slices with a pause between two of them; a timer may end a little early.
  expect(tookMs).toBeGreaterThan(380);
});

test("few connections are closed at once, whatever time there is", async () => {
  const { first, tookMs } = await drained(10, { perSecond: 200, secondsMax: 60 });
  expect(first).toBe(10);
  expect(tookMs).toBeLessThan(5_000);
});

test("connections are closed faster where the time would not be enough", async () => {
  expect(await drained(100, { perSecond: 10, secondsMax: 0.2 })).toMatchObject({ first: 50 });
  expect(await drained(100, { perSecond: 10, secondsMax: 0 })).toMatchObject({ first: 100 });
});
