import { expect, test } from "vitest";
import { createRecentIds } from "./recent-ids.ts";

test("an id is new once, and the oldest are forgotten", () => {
  const ids = createRecentIds(3);
  expect(["a", "b", "a", "c", "b"].map((id) => ids.add(id))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  expect(ids.add("d")).toBe(true);
  expect([ids.add("b"), ids.add("c"), ids.add("d"), ids.add("a")]).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
