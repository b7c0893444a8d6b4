import { expect, test } from "vitest";
import { createPace } from "./status-pace.ts";

test("twelve requests are sent at once, each further one after two seconds more", () => {
  const pace = createPace();
  const waits = Array.from({ length: 14 }, () => pace.reserve(1_000));
  expect(waits).toEqual([...Array.from({ length: 12 }, () => 0), 2_000, 4_000]);
});

test("turns are available again after a pause", () => {
  const pace = createPace();
  for (let sent = 0; sent < 12; sent++) pace.reserve(0);
  expect([pace.reserve(4_000), pace.reserve(4_000), pace.reserve(4_000)]).toEqual([0, 0, 2_000]);
});
