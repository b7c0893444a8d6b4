import type { Stats } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import { useRest } from "../data/rest/use-rest.ts";
import { fillPeriods, type Period } from "./periods.ts";
import { type StatisticsRange, rangeSteps } from "./ranges.ts";

const everyMs = 60_000;
const hoursMax = 168;

/** Reads the messages of a range by source type, once a minute, for all parts of the page that show them. */
export function useTraffic(range: StatisticsRange): UseQueryResult<Stats> {
  const hours = Math.min(hoursMax, rangeSteps[range].lengthMs / 3_600_000);
  return useRest(
    ["stats", "traffic", range],
    async (rest, signal) =>
      await rest.readStats(range === "30d" ? { by: "type", range } : { hours }, { signal }),
    { everyMs, staleMs: everyMs, keepsFormer: true },
  );
}

/** Returns the hours of a range up to the current one, or the days of the longest range. */
export function periodsOf(stats: Stats, range: StatisticsRange): Period[] {
  return range === "30d" ? dailyPeriods(stats) : hourlyPeriods(stats, rangeSteps[range].lengthMs);
}

/** The hours up to the current one. */
function hourlyPeriods({ time, hours }: Stats, lengthMs: number): Period[] {
  const { stepMs } = rangeSteps["24h"];
  const untilMs = Math.floor(Date.parse(time) / stepMs) * stepMs + stepMs;
  return fillPeriods(hours, { sinceMs: untilMs - lengthMs, untilMs, stepMs });
}

/** The days that are counted by source type. */
function dailyPeriods({ breakdown }: Stats): Period[] {
  if (!breakdown) return [];
  const { top, series, since, until } = breakdown;
  const counted = series.map(({ from, messages, counts }) => ({
    from,
    messages,
    bySourceType: Object.fromEntries(
      top.map(({ name }, index) => [name ?? "", counts[index] ?? 0]),
    ),
  }));
  const { stepMs } = rangeSteps["30d"];
  return fillPeriods(counted, { sinceMs: Date.parse(since), untilMs: Date.parse(until), stepMs });
}
