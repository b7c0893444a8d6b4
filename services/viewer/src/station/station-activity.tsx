import type { StationGaps, StationStats } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState, type ShownQuery } from "../ui/query-state/query-state.tsx";
import type { StatisticsRange } from "../statistics/ranges.ts";
import { en } from "../text/en.ts";
import { GapStrip } from "./gap-strip.tsx";
import { StationTrafficChart } from "./station-traffic-chart.tsx";

interface StationActivityProps {
  readonly id: string;
  readonly gaps: ShownQuery<StationGaps>;
  readonly traffic: ShownQuery<StationStats>;
  readonly range: StatisticsRange;
  /** The choice of the range. */
  readonly commands: ReactNode;
}

const everyMs = 300_000;

/** Reads the hours of a station with and without messages. */
export function useStationGaps(id: string, isEnabled: boolean): UseQueryResult<StationGaps> {
  return useRest(
    ["station-gaps", id],
    async (rest, signal) => await rest.readStationGaps({ id }, { signal }),
    { everyMs, staleMs: everyMs, isEnabled },
  );
}

/** The messages of a station by hour or day, and the hours without. */
export function StationActivity(props: StationActivityProps): ReactNode {
  const { id, gaps, traffic, range, commands } = props;
  return (
    <div className="pair">
      <StationTrafficChart id={id} query={traffic} range={range} commands={commands} />
      <QueryState query={gaps} lines={7} title={en.stations.gaps}>
        {(known) => <GapStrip gaps={known} />}
      </QueryState>
    </div>
  );
}
