import { expect, test } from "vitest";
import { createTakenTimes, waitMs } from "./taken-times.ts";

test("no stretch of time holds more than a window's most, whenever one asks (seeded)", () => {
  const windows = [
    { max: 10, ms: 1_000 },
    { max: 4, ms: 100 },
  ];
  let seed = 20_261_121;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const clock = { ms: 0 };
  const times = createTakenTimes(windows, () => clock.ms);
  const taken: number[] = [];
  for (let n = 0; n < 5_000; n++) {
    clock.ms += Math.floor(random() * 60);
    const before = times.wait("a");
    const wait = times.take("a");
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

test("a refusal ends when it says, not before", () => {
  const windows = [{ max: 2, ms: 1_000 }];
  expect(waitMs([0, 400], windows, 700)).toBe(300);
  expect(waitMs([0, 400], windows, 1_000)).toBe(0);
  expect(waitMs([400], windows, 401)).toBe(0);
});

test("of too many keys the longest unused is forgotten", () => {
  const times = createTakenTimes([{ max: 1, ms: 1_000 }], () => 0);
  for (let n = 0; n <= 10_000; n++) times.take(`key ${n}`);
  expect(times.wait("key 0")).toBe(0);
  expect(times.wait("key 1")).toBe(1_000);
});
