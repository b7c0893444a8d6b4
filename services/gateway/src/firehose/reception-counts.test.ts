import { expect, test } from "vitest";
import { createReceptionCounts } from "./reception-counts.ts";
import { createShownGroups } from "./shown-groups.ts";

test("a transmission's count begins with its first reception, and is given when it changes", () => {
  const counts = createReceptionCounts(() => 0);
  counts.add({ a: 1, b: 2 });
  counts.add({ a: 1 });
  expect(counts.drainChanged()).toEqual([
    { groupId: "a", count: 3 },
    { groupId: "b", count: 3 },
  ]);
  expect(counts.drainChanged()).toEqual([]);
  counts.add({ b: 1 });
  expect(counts.drainChanged()).toEqual([{ groupId: "b", count: 4 }]);
});

test("a count is forgotten after ten seconds, and a flood of them at once", () => {
  let nowMs = 0;
  const counts = createReceptionCounts(() => nowMs);
  counts.add({ a: 4 });
  counts.drainChanged();
  nowMs = 10_000;
  counts.drainChanged();
  counts.add({ a: 1 });
  expect(counts.drainChanged()).toEqual([{ groupId: "a", count: 2 }]);
  for (let n = 0; n < 30; n++) {
    counts.add(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`${n} ${i}`, 1])));
  }
  expect(counts.drainChanged().length).toBeLessThanOrEqual(10_000);
});

test("what was shown is remembered for ten seconds, and a bounded number of it", () => {
  let nowMs = 0;
  const shown = createShownGroups(() => nowMs);
  shown.add("a", [1]);
  shown.add("a", [0]);
  expect([shown.has("a"), shown.has("b")]).toEqual([true, false]);
  expect([shown.scoreOf("a"), shown.scoreOf("b")]).toEqual([[1], null]);
  nowMs = 10_000;
  expect(shown.has("a")).toBe(false);
  for (let n = 0; n < 6_000; n++) shown.add(`${n}`, [0]);
  expect([shown.has("0"), shown.has("5999")]).toEqual([false, true]);
});
