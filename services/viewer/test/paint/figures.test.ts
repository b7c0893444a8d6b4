import { expect, test } from "vitest";
import { cumulativeShift, type LoadFigures, mediansOf, totalBlocking } from "./figures.ts";

test("moves of content count together until a second passes without one", () => {
  expect(cumulativeShift([])).toBe(0);
  const shifts = [
    { atMs: 100, score: 0.1 },
    { atMs: 1_000, score: 0.2 },
    { atMs: 2_000, score: 0.25 },
  ];
  expect(cumulativeShift(shifts)).toBeCloseTo(0.3);
});

test("moves of content count together for five seconds at most", () => {
  const shifts = Array.from({ length: 12 }, (_, index) => ({ atMs: index * 500, score: 0.01 }));
  expect(cumulativeShift(shifts)).toBeCloseTo(0.1);
});

test("a task blocks by what exceeds 50 ms after the first paint", () => {
  const tasks = [
    { atMs: 0, ms: 400 },
    { atMs: 450, ms: 200 },
    { atMs: 900, ms: 60 },
  ];
  expect(totalBlocking(tasks, 500)).toBe(100 + 10);
});

test("a figure is the median of its loads", () => {
  const bytes = { script: 1, css: 1, font: 1, data: 1, other: 1 };
  const load = (ms: number): LoadFigures => ({
    firstPaintMs: ms,
    largestPaintMs: 2 * ms,
    shift: 0,
    blockingMs: 0,
    bytes,
  });
  expect(mediansOf([load(900), load(100), load(300)])).toMatchObject({
    firstPaintMs: 300,
    largestPaintMs: 600,
    bytes,
  });
});
