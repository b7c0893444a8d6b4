import type { Stats } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { fillPeriods, type Period } from "./periods.ts";
import { PeriodChart } from "./period-chart.tsx";
import { type Range, rangeSteps } from "./ranges.ts";

const names = en.statistics;
const everyMs = 60_000;
const hoursMax = 168;

/** The messages of a range by hour, or of the longest range by day, and by source type. */
export function TrafficChart({ range }: { range: Range }): ReactNode {
  const { lengthMs, stepMs } = rangeSteps[range];
  const hours = Math.min(hoursMax, lengthMs / 3_600_000);
  const query = useRest(
    ["stats", "traffic", range],
    async (rest, signal) =>
      await rest.readStats(range === "30d" ? { by: "type", range } : { hours }, { signal }),
    { everyMs, staleMs: everyMs, keepsFormer: true },
  );
  const title = range === "30d" ? names.byDay : names.byHour;
  return (
    <QueryState query={query} lines={8} title={title}>
      {(stats) => (
        <PeriodChart
          title={title}
          periods={range === "30d" ? dailyPeriods(stats) : hourlyPeriods(stats, lengthMs)}
          stepMs={stepMs}
          height={240}
        />
      )}
    </QueryState>
  );
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
