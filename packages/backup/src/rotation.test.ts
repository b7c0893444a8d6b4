import { expect, test } from "vitest";
import { backupsToKeep } from "./rotation.ts";

const rotation = { daily: 7, weekly: 4, monthly: 6 };
const dayMs = 86_400_000;

/** Takes a back-up each day, and removes what the rotation does not keep. */
function keptAfter(days: number, isTaken: (day: number) => boolean = () => true): string[] {
  const firstMs = Date.UTC(2026, 0, 1, 3);
  let kept: number[] = [];
  for (let day = 0; day < days; day++) {
    if (isTaken(day)) kept.push(firstMs + day * dayMs);
    kept = [...backupsToKeep(kept, (ms) => ms, rotation)];
  }
  return kept.toSorted((a, b) => b - a).map((ms) => new Date(ms).toISOString().slice(0, 10));
}

test("after a year, seven days, four weeks and six months have a back-up", () => {
  expect(keptAfter(365)).toEqual([
    // Also the newest of their weeks and months.
    "2026-12-31",
    "2026-12-30",
    "2026-12-29",
    "2026-12-28",
    "2026-12-27",
    "2026-12-26",
    "2026-12-25",
    "2026-12-20",
    "2026-12-13",
    "2026-11-30",
    "2026-10-31",
    "2026-09-30",
    "2026-08-31",
    "2026-07-31",
  ]);
});

test("a service that was off for a month keeps the back-ups of before", () => {
  const before = keptAfter(100);
  expect(keptAfter(130, (day) => day < 100)).toEqual(before);
});

test("of two back-ups of a day the newer one is kept, and the newest one always", () => {
  const [morning, noon] = [Date.UTC(2026, 0, 1, 3), Date.UTC(2026, 0, 1, 12)];
  expect([...backupsToKeep([morning, noon], (ms) => ms, rotation)]).toEqual([noon]);
  const none = { daily: 0, weekly: 0, monthly: 0 };
  expect([...backupsToKeep([morning, noon], (ms) => ms, none)]).toEqual([noon]);
});
