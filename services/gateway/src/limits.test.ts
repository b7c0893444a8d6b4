import { expect, test } from "vitest";
import { createSubscribeLimit } from "./limits.ts";

test("R-48: ten events in any minute, per connection; a leave counts and is never refused", () => {
  const clock = { ms: 0 };
  const limit = createSubscribeLimit(() => clock.ms);
  const connection = {};
  for (let i = 0; i < 9; i++) {
    clock.ms = i * 1_000;
    expect(limit.take(connection)).toBe(true);
  }
  limit.note(connection);
  expect(limit.take(connection)).toBe(false);
  expect(limit.take({})).toBe(true);
  clock.ms = 59_999;
  expect(limit.take(connection)).toBe(false);
  clock.ms = 60_000;
  expect(limit.take(connection)).toBe(true);
  expect(limit.take(connection)).toBe(false);
});
