import type { Airline } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { TallyChart } from "../statistics/tally-chart.tsx";
import { en } from "../text/en.ts";

const names = en.entity.airline;
const freshMs = 300_000;

/** Reads the counts of an airline's messages. */
export function useAirlineCounts(code: string) {
  return useRest(
    ["airline-stats", code],
    async (rest, signal) => await rest.readAirlineStats({ code }, { signal }),
    { staleMs: freshMs },
  );
}

interface AirlineCountsProps {
  readonly airline: Airline;
  readonly query: ReturnType<typeof useAirlineCounts>;
}

/** The messages of an airline by label and by type. */
export function AirlineCounts({ airline: { icao }, query }: AirlineCountsProps): ReactNode {
  return (
    <QueryState query={query} lines={6} title={names.byLabel}>
      {({ messages, labels, sourceTypes }) => {
        const search = { airline: icao, since: "-7d" };
        const note = names.counted(messages);
        const shared = { total: messages, search, note, empty: names.notCounted };
        return (
          <div className="pair">
            <TallyChart title={names.byLabel} by="label" tallies={labels} {...shared} />
            <TallyChart title={names.byType} by="type" tallies={sourceTypes} {...shared} />
          </div>
        );
      }}
    </QueryState>
  );
}
