import { expect, test } from "vitest";
import { createBacklog } from "./backlog.ts";

test("items are taken once, newest first", () => {
  const backlog = createBacklog<number>(500);
  for (const item of [1, 2, 3]) backlog.add(item);
  expect(backlog.count).toBe(3);
  expect(backlog.take()).toEqual([3, 2, 1]);
  expect(backlog.count).toBe(0);
  expect(backlog.take()).toEqual([]);
});

test("a long pause keeps the newest items and counts all", () => {
  const backlog = createBacklog<number>(500);
  for (let item = 1; item <= 12_345; item++) backlog.add(item);
  expect(backlog.count).toBe(12_345);
  const taken = backlog.take();
  expect(taken).toHaveLength(500);
  expect(taken[0]).toBe(12_345);
  expect(taken.at(-1)).toBe(11_846);
});
