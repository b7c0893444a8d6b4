import type { StationStats } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState, type ShownQuery } from "../ui/query-state/query-state.tsx";
import { PeriodChart } from "../statistics/period-chart.tsx";
import { fillPeriods, type Period } from "../statistics/periods.ts";
import { type StatisticsRange, rangeSteps } from "../statistics/ranges.ts";
import { en } from "../text/en.ts";

interface TrafficChartProps {
  readonly id: string;
  readonly query: ShownQuery<StationStats>;
  readonly range: StatisticsRange;
  /** The choice of the range. */
  readonly commands: ReactNode;
}

const everyMs = 300_000;

/** Counts the messages of a station in a range, by hour, or of the longest range by day. */
export function useStationTraffic(
  id: string,
  range: StatisticsRange,
  isEnabled: boolean,
): UseQueryResult<StationStats> {
  const { lengthMs } = rangeSteps[range];
  return useRest(
    ["station-traffic", id, range],
    async (rest, signal) => {
      const since = new Date(Date.now() - lengthMs).toISOString();
      const step = range === "30d" ? "day" : "hour";
      return await rest.readStationStats({ id, since, step }, { signal });
    },
    { everyMs, staleMs: everyMs, keepsFormer: true, isEnabled },
  );
}

/** The messages of a station in a range, by hour, or of the longest range by day. */
export function StationTrafficChart({ id, query, range, commands }: TrafficChartProps): ReactNode {
  const { stepMs } = rangeSteps[range];
  const title = range === "30d" ? en.stations.byDay : en.stations.byHour;
  return (
    <QueryState query={query} lines={7} title={title}>
      {(stats) => (
        <PeriodChart
          title={title}
          periods={periodsOf(stats)}
          stepMs={stepMs}
          search={{ station: id }}
          commands={commands}
          height={180}
        />
      )}
    </QueryState>
  );
}

function periodsOf({ since, until, step, counts }: StationStats): Period[] {
  const { stepMs } = rangeSteps[step === "day" ? "30d" : "24h"];
  return fillPeriods(counts, { sinceMs: Date.parse(since), untilMs: Date.parse(until), stepMs });
}
