import type { Airline } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/use-rest.ts";
import { QueryState } from "../look/query-state.tsx";
import { TallyChart } from "../statistics/tally-chart.tsx";
import { en } from "../words/en.ts";

const names = en.entity.airline;
const freshMs = 300_000;

/** Counts the messages of an airline by label and by type. */
export function AirlineCounts({ airline: { icao } }: { airline: Airline }): ReactNode {
  const query = useRest(
    ["airline-stats", icao],
    async (rest, signal) => await rest.readAirlineStats({ code: icao }, { signal }),
    { staleMs: freshMs },
  );
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
