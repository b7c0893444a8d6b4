import { expect, test } from "vitest";
import { createSeededRandom } from "./random.ts";
import { TimeQueue } from "./time-queue.ts";

test("things come out in the order of their times, equal ones in the order they came", () => {
  const random = createSeededRandom(3);
  const queue = new TimeQueue<string>();
  const added = Array.from({ length: 500 }, (_, order) => ({ atMs: random.integer(0, 40), order }));
  for (const { atMs, order } of added) queue.add(atMs, `${atMs} ${order}`);
  const sorted = added.toSorted((a, b) => a.atMs - b.atMs || a.order - b.order);
  const taken = sorted.map(() => queue.pop());
  expect(taken).toEqual(sorted.map(({ atMs, order }) => `${atMs} ${order}`));
  expect(queue.pop()).toBeUndefined();
  expect(queue.earliestMs).toBe(Infinity);
});
