import type { StationGaps } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { display } from "../ui/display/display.ts";
import type { Zone } from "../ui/display/stored-display.ts";
import { type Column, Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { clockTime, dayOf } from "../text/time.ts";
import { When } from "../text/when.tsx";
import { GapCells } from "./gap-cells.tsx";
import { type GapDay, type GapHour, gapDays, gapHourCounts } from "./gap-days.ts";

const names = en.stations;

const outageColumns: readonly Column<StationGaps["outages"][number]>[] = [
  { head: names.outageFrom, cell: ({ from }) => <When iso={from} /> },
  {
    head: names.outageUntil,
    cell: ({ until }) =>
      until === null ? <span className="bad">{names.lasts}</span> : <When iso={until} />,
  },
  { head: names.outageHours, isNumber: true, cell: ({ hours }) => hours },
];

/** The hours of the last week with and without messages: one line a day, one cell an hour. */
export function GapStrip({ gaps }: { gaps: StationGaps }): ReactNode {
  const { zone } = useStore(display);
  return (
    <Chart
      title={names.gaps}
      note={names.gapsNote(gapHourCounts(gaps.hours))}
      table={
        gaps.outages.length > 0 ? (
          <Table
            caption={names.outages}
            rows={gaps.outages}
            keyOf={({ from }) => from}
            columns={outageColumns}
          />
        ) : undefined
      }
    >
      <ol className="gap-days">
        {gapDays(gaps.hours).map((day) => (
          <Day key={day.from} day={day} zone={zone} />
        ))}
      </ol>
      <ul className="legend">
        {(["received", "silent", "unknown"] as const).map((state) => (
          <li key={state}>
            <span className="gap-cell" data-state={state} aria-hidden="true" />
            {names.gapStates[state]}
          </li>
        ))}
      </ul>
    </Chart>
  );
}

function Day({ day: { from, hours }, zone }: { day: GapDay; zone: Zone }): ReactNode {
  return (
    <li>
      <span className="quiet small">{dayOf(from, "utc").replace(/ \d+$/, "")}</span>
      <GapCells hours={hours} titleOf={(hour) => cellTitle(hour, zone)} />
      <span className="visually-hidden">
        {names.gapsNote(gapHourCounts(hours.filter((hour) => hour !== null)))}
      </span>
    </li>
  );
}

function cellTitle({ from, state, messages }: GapHour, zone: Zone): string {
  return names.gapCell(clockTime(from, zone), names.gapStates[state], messages);
}
