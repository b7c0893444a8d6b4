import type { StationStats } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { QueryState, type ShownQuery } from "../ui/query-state/query-state.tsx";
import { TallyChart } from "../statistics/tally-chart.tsx";
import { en } from "../text/en.ts";
import { decibels } from "../text/numbers.ts";

const names = en.stations;
const freshMs = 300_000;
const labelsMax = 12;

/** Reads what a station received last. */
export function useStationLabels(id: string, isEnabled: boolean): UseQueryResult<StationStats> {
  return useRest(
    ["station-stats", id],
    async (rest, signal) => await rest.readStationStats({ id }, { signal }),
    { staleMs: freshMs, isEnabled },
  );
}

interface StationLabelsProps {
  readonly id: string;
  readonly query: ShownQuery<StationStats>;
}

/** Counts the latest messages of a station by label, and shows how strong they were received. */
export function StationLabels({ id, query }: StationLabelsProps): ReactNode {
  return (
    <QueryState query={query} lines={6} title={names.labels}>
      {({ latest: { sampled, labels, levels } }) => {
        const note = [names.labelsNote(sampled)];
        if (levels) {
          const [min, median, max] = [levels.min, levels.median, levels.max].map(decibels);
          note.push(`${names.levels} ${names.levelsOf(min ?? "", median ?? "", max ?? "")}`);
        }
        return (
          <TallyChart
            title={names.labels}
            by="label"
            tallies={labels
              .slice(0, labelsMax)
              .map(({ label, messages }) => ({ name: label, title: null, messages }))}
            total={sampled}
            search={{ station: id }}
            note={note.join(" · ")}
            empty={names.noLabels}
          />
        );
      }}
    </QueryState>
  );
}
