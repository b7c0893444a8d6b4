import type { StationStats } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { PeriodChart } from "../statistics/period-chart.tsx";
import { fillPeriods, type Period } from "../statistics/periods.ts";
import { type Range, rangeSteps } from "../statistics/ranges.ts";
import { en } from "../words/en.ts";

interface TrafficChartProps {
  readonly id: string;
  readonly range: Range;
  /** The choice of the range. */
  readonly commands: ReactNode;
}

const everyMs = 300_000;

/** The messages of a station in a range, by hour, or of the longest range by day. */
export function TrafficChart({ id, range, commands }: TrafficChartProps): ReactNode {
  const { lengthMs, stepMs } = rangeSteps[range];
  const query = useRest(
    ["station-traffic", id, range],
    async (rest, signal) => {
      const since = new Date(Date.now() - lengthMs).toISOString();
      const step = range === "30d" ? "day" : "hour";
      return await rest.readStationStats({ id, since, step }, { signal });
    },
    { everyMs, staleMs: everyMs, keepsFormer: true },
  );
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
