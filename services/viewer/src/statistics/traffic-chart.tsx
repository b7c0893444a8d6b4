import type { ReactNode } from "react";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { PeriodChart } from "./period-chart.tsx";
import { type StatisticsRange, rangeSteps } from "./ranges.ts";
import { periodsOf, useTraffic } from "./traffic.ts";

const names = en.statistics;

/** The messages of a range by hour, or of the longest range by day, and by source type. */
export function TrafficChart({ range }: { range: StatisticsRange }): ReactNode {
  const { stepMs } = rangeSteps[range];
  const query = useTraffic(range);
  const title = range === "30d" ? names.byDay : names.byHour;
  return (
    <QueryState query={query} lines={8} title={title}>
      {(stats) => (
        <PeriodChart title={title} periods={periodsOf(stats, range)} stepMs={stepMs} height={240} />
      )}
    </QueryState>
  );
}
