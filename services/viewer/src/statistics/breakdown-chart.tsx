import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import type { StatisticsRange } from "./ranges.ts";
import { type CountedBy, TallyChart } from "./tally-chart.tsx";

interface BreakdownChartProps {
  readonly by: CountedBy;
  readonly title: string;
  readonly range: StatisticsRange;
}

const freshMs = 120_000;

/** The messages of a range by a property. */
export function BreakdownChart({ by, title, range }: BreakdownChartProps): ReactNode {
  const query = useRest(
    ["stats", by, range],
    async (rest, signal) => await rest.readStats({ by, range }, { signal }),
    { staleMs: freshMs, everyMs: freshMs, keepsFormer: true },
  );
  return (
    <QueryState query={query} lines={8} title={title}>
      {({ breakdown }) => (
        <TallyChart
          title={title}
          by={by}
          tallies={breakdown?.top ?? []}
          total={breakdown?.messages ?? 0}
          search={{ since: `-${range}` }}
          note={en.statistics.counted(breakdown?.messages ?? 0)}
          empty={en.statistics.notCounted}
        />
      )}
    </QueryState>
  );
}
