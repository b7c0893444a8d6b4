import { expect, test } from "vitest";
import { createSessionLimits, createSubscribeLimit } from "./event-limit.ts";

test("no period of a minute contains more events than the limit, whenever it begins (seeded)", () => {
  const limits = {
    ...createSessionLimits(() => clock.ms),
    subscribes: createSubscribeLimit(() => clock.ms),
  };
  const clock = { ms: 0 };
  let seed = 20_261_121;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const most = Object.entries(limits).map(([name, limit]) => {
    const connection = {};
    const taken: number[] = [];
    for (let n = 0; n < 4_000; n++) {
      clock.ms += random() < 0.01 ? 30_000 * random() : 100 * random();
      if (limit.consume(connection)) taken.push(clock.ms);
    }
    const counts = taken.map(
      (from) => taken.filter((at) => at >= from && at < from + 60_000).length,
    );
    return [name, Math.max(...counts)];
  });
  expect(Object.fromEntries(most)).toEqual({
    subscribes: 10,
    sends: 30,
    reads: 60,
    notifications: 60,
    typing: 600,
    blocks: 30,
    refreshes: 10,
    reports: 10,
  });
});

test("R-48: ten events in any minute, per connection", () => {
  const clock = { ms: 0 };
  const limit = createSubscribeLimit(() => clock.ms);
  const connection = {};
  for (let i = 0; i < 10; i++) {
    clock.ms = i * 1_000;
    expect(limit.consume(connection)).toBe(true);
  }
  expect(limit.consume(connection)).toBe(false);
  expect(limit.consume({})).toBe(true);
  clock.ms = 59_999;
  expect(limit.consume(connection)).toBe(false);
  clock.ms = 60_000;
  expect(limit.consume(connection)).toBe(true);
  expect(limit.consume(connection)).toBe(false);
});
