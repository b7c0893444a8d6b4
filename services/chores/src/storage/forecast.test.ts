import type { PartitionSize } from "@jetwire/db";
import { expect, test } from "vitest";
import { firstDayWithin, forecastStorage, type StoredNow } from "./forecast.ts";
import { dayOf, growthOf, growthOfDays } from "./growth.ts";

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Partitions of the days before, today's half as large, and those of coming days. */
function partitionsOf(daysBefore: number, bytes: number): PartitionSize[] {
  return Array.from({ length: daysBefore + 4 }, (_, index): PartitionSize => {
    const ago = daysBefore - index;
    const size = ago > 0 ? bytes : ago === 0 ? bytes / 2 : 1;
    return { table: "messages", day: dayOf(nowMs - ago * dayMs), bytes: size, rows: size / 10 };
  });
}

function stored(over: Partial<StoredNow> = {}): StoredNow {
  return {
    nowMs,
    partitions: partitionsOf(5, 100),
    usedBytes: 600,
    freeBytes: 1_000,
    growth: { messages: 100, message_raws: 0 },
    othersGrowth: 0,
    ...over,
  };
}

const forGood = { keepDays: { messages: 10_000, message_raws: 10_000 }, daysMin: 1 };
const weekly = { keepDays: { messages: 7, message_raws: 7 }, daysMin: 1 };

test("without anything to drop, a disk is full when its free bytes are added", () => {
  const { fullAtMs, drops } = forecastStorage(
    stored({ growth: { messages: 96, message_raws: 24 }, othersGrowth: 120, freeBytes: 2_400 }),
    { ...forGood, budgetBytes: null },
  );
  expect(fullAtMs).toBe(nowMs + 10 * dayMs);
  expect(drops).toEqual([]);
});

test("a disk is never full if retention drops as much as is added", () => {
  expect(forecastStorage(stored(), { ...weekly, budgetBytes: null }).fullAtMs).toBeNull();
  const { fullAtMs } = forecastStorage(stored(), { ...forGood, budgetBytes: 1_000 });
  expect(fullAtMs).toBeNull();
});

test("a disk that is full before the first drop is forecast to be full", () => {
  const { fullAtMs } = forecastStorage(stored({ freeBytes: 100 }), {
    ...weekly,
    budgetBytes: null,
  });
  expect(fullAtMs).toBe(nowMs + dayMs);
});

test("the plan does not end with a disk that is full", () => {
  const { fullAtMs, drops } = forecastStorage(stored({ freeBytes: 0 }), {
    ...forGood,
    budgetBytes: 650,
  });
  expect(fullAtMs).toBe(nowMs);
  expect(drops[0]).toMatchObject({ day: "2026-11-16", reason: "share" });
});

test("the plan has each day that is stored now, at the hour after which it is not kept", () => {
  const { drops } = forecastStorage(stored(), { ...weekly, budgetBytes: null });
  expect(drops.map(({ day, at }) => [day, at])).toEqual([
    ["2026-11-16", "2026-11-24T00:00:00.000Z"],
    ["2026-11-17", "2026-11-25T00:00:00.000Z"],
    ["2026-11-18", "2026-11-26T00:00:00.000Z"],
    ["2026-11-19", "2026-11-27T00:00:00.000Z"],
    ["2026-11-20", "2026-11-28T00:00:00.000Z"],
    ["2026-11-21", "2026-11-29T00:00:00.000Z"],
  ]);
  expect(drops[0]).toMatchObject({ reason: "days", bytes: 100, rows: 10, tables: ["messages"] });
});

test("the oldest day is dropped when the database reaches its budget", () => {
  const { drops } = forecastStorage(stored(), { ...weekly, budgetBytes: 650 });
  expect(drops[0]).toMatchObject({ day: "2026-11-16", at: "2026-11-22T01:00:00.000Z" });
  expect(drops[0]?.reason).toBe("share");
});

test("days are dropped, oldest first, until the rest fits; those of the least days stay", () => {
  expect(firstDayWithin(stored(), limits(null))).toBeNull();
  expect(firstDayWithin(stored(), limits(600))).toBeNull();
  expect(firstDayWithin(stored(), limits(599))).toBe("2026-11-17");
  expect(firstDayWithin(stored(), limits(400))).toBe("2026-11-18");
  expect(firstDayWithin(stored(), limits(1))).toBe("2026-11-20");
  expect(firstDayWithin(stored(), limits(1, 3))).toBe("2026-11-18");
  expect(firstDayWithin(stored(), limits(1, 30))).toBeNull();
});

test("a size grows by the slope of its samples, and is not known before six hours", () => {
  expect(growthOf(samples(5, 10), "a")).toBeNull();
  expect(growthOf(samples(6, 10), "b")).toBeNull();
  expect(growthOf(samples(48, 10), "a")).toBeCloseTo(240);
  expect(growthOf(samples(48, -10), "a")).toBe(0);
});

test("a table with a partition for each day grows by its whole days, at least as the last one", () => {
  expect(growthOfDays(partitionsOf(5, 100), nowMs)).toBe(100);
  const more = partitionsOf(5, 100).map((part) =>
    part.day === "2026-11-20" ? { ...part, bytes: 300 } : part,
  );
  expect(growthOfDays(more, nowMs)).toBe(300);
  expect(growthOfDays(partitionsOf(0, 100), nowMs)).toBeNull();
});

function limits(budgetBytes: number | null, daysMin = 1) {
  return { budgetBytes, daysMin };
}

function samples(hours: number, perHour: number) {
  return Array.from({ length: hours + 1 }, (_, hour) => ({
    measuredAt: new Date(nowMs + hour * hourMs).toISOString(),
    sizes: { a: 1_000 + hour * perHour },
  }));
}
