import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { Table } from "../table/table.tsx";
import { GapCells } from "../station/gap-cells.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { shortTime } from "../text/time.ts";
import { useStationDetails } from "./own-stations.ts";

const everyMs = 300_000;

/** The hours of the last 7 days with and without messages; its table has the outages. */
export function OwnStationGaps({
  stationId,
  isEnabled,
}: {
  stationId: string;
  /** Whether the station is in view. */
  isEnabled: boolean;
}): ReactNode {
  const { zone } = useStore(display);
  const { data } = useStationDetails(
    ["gaps", stationId],
    (client, signal) => client.readStationGaps({ id: stationId }, { signal }),
    { isEnabled, everyMs },
  );
  if (!data) return null;
  const untilMs = Date.parse(data.until);
  const silent = data.hours.filter(({ state }) => state === "silent").length;
  return (
    <figure className="gaps">
      <figcaption className="quiet small">
        {en.desk.gaps} · {en.desk.gapHours(silent)}
      </figcaption>
      <GapCells
        hours={data.hours}
        titleOf={({ from, messages, state }) =>
          `${shortTime(from, zone, untilMs)} · ${en.desk.gapStates[state]} · ${count(messages)}`
        }
      />
      <details>
        <summary>{en.desk.outages}</summary>
        <Table
          caption={en.desk.outages}
          empty={en.desk.noOutage}
          rows={data.outages}
          keyOf={({ from }) => from}
          columns={[
            { head: en.desk.from, cell: ({ from }) => shortTime(from, zone, untilMs) },
            {
              head: en.desk.until,
              cell: ({ until }) => (until === null ? en.desk.now : shortTime(until, zone, untilMs)),
            },
            { head: en.desk.hours, isNumber: true, cell: ({ hours }) => hours },
          ]}
        />
      </details>
    </figure>
  );
}
