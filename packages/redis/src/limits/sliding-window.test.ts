import { expect, test } from "vitest";
import { createSlidingWindows, SlidingWindow, waitMs } from "./sliding-window.ts";

test("no period holds more events than a window's maximum, however they are timed (seeded)", () => {
  const windows = [
    { max: 10, ms: 1_000 },
    { max: 4, ms: 100 },
  ];
  let seed = 20_261_121;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const clock = { ms: 0 };
  const window = new SlidingWindow(windows, () => clock.ms);
  const taken: number[] = [];
  for (let n = 0; n < 5_000; n++) {
    clock.ms += Math.floor(random() * 60);
    const before = window.wait();
    const wait = window.consume();
    expect(wait).toBe(before);
    if (wait === 0) taken.push(clock.ms);
  }
  for (const { max, ms } of windows) {
    const most = Math.max(
      ...taken.map((from) => taken.filter((at) => at >= from && at < from + ms).length),
    );
    expect(most).toBe(max);
  }
});

test("a refusal ends exactly when announced", () => {
  const windows = [{ max: 2, ms: 1_000 }];
  expect(waitMs([0, 400], windows, 700)).toBe(300);
  expect(waitMs([0, 400], windows, 1_000)).toBe(0);
  expect(waitMs([400], windows, 401)).toBe(0);
});

test("beyond 10,000 keys the least recently used one is forgotten", () => {
  const times = createSlidingWindows([{ max: 1, ms: 1_000 }], () => 0);
  for (let n = 0; n <= 10_000; n++) times.consume(`key ${n}`);
  expect(times.wait("key 0")).toBe(0);
  expect(times.wait("key 1")).toBe(1_000);
});
