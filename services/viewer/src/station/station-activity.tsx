import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import type { Range } from "../statistics/ranges.ts";
import { en } from "../words/en.ts";
import { GapStrip } from "./gap-strip.tsx";
import { TrafficChart } from "./traffic-chart.tsx";

interface StationActivityProps {
  readonly id: string;
  readonly range: Range;
  /** The choice of the range. */
  readonly commands: ReactNode;
}

const everyMs = 300_000;

/** The messages of a station by hour or day, and the hours without. */
export function StationActivity({ id, range, commands }: StationActivityProps): ReactNode {
  const query = useRest(
    ["station-gaps", id],
    async (rest, signal) => await rest.readStationGaps({ id }, { signal }),
    { everyMs, staleMs: everyMs },
  );
  return (
    <div className="pair">
      <TrafficChart id={id} range={range} commands={commands} />
      <QueryState query={query} lines={7} title={en.stations.gaps}>
        {(gaps) => <GapStrip gaps={gaps} />}
      </QueryState>
    </div>
  );
}
