import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import type { Range } from "../statistics/ranges.ts";
import { GapStrip } from "./gap-strip.tsx";
import { TrafficChart } from "./traffic-chart.tsx";

const everyMs = 300_000;

/** The messages of a station by hour or day, and the hours without. */
export function StationActivity({ id, range }: { id: string; range: Range }): ReactNode {
  const query = useRest(
    ["station-gaps", id],
    async (rest, signal) => await rest.readStationGaps({ id }, { signal }),
    { everyMs, staleMs: everyMs },
  );
  return (
    <div className="pair">
      <TrafficChart id={id} range={range} />
      <div className="column">
        <QueryState query={query} lines={6}>
          {(gaps) => <GapStrip gaps={gaps} />}
        </QueryState>
      </div>
    </div>
  );
}
