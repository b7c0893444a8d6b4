import type { VdlChannels } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { type Column, Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";
import { clockTime } from "../text/time.ts";
import { Minute } from "../text/when.tsx";
import { Chart } from "../ui/charts/chart.tsx";
import { HeatMap, type HeatRow } from "../ui/charts/heat-map.tsx";
import { hourColumns } from "../ui/charts/hour-columns.ts";
import type { ChannelLoad } from "./busiest-channels.ts";

const names = en.vdl;
/** More than VDL has; the busiest stay. */
const rowsMax = 40;

type Count = VdlChannels["channels"][number];

const columns: readonly Column<Count>[] = [
  { head: names.hour, className: "nowrap", cell: ({ hour }) => <Minute iso={hour} /> },
  {
    head: names.frequency,
    className: "mono nowrap",
    cell: ({ frequency }) => megahertz(frequency),
  },
  { head: names.messages, isNumber: true, cell: ({ messages }) => count(messages) },
  { head: names.aircraft, isNumber: true, cell: ({ aircraft }) => count(aircraft) },
  {
    head: names.snr,
    isNumber: true,
    className: "nowrap",
    cell: ({ snr }) => snr !== null && decibels(snr),
  },
];

/** Messages by channel and hour, as a heat map and as a table. */
export function LoadChart(props: { day: VdlChannels; loads: readonly ChannelLoad[] }): ReactNode {
  const { day, loads } = props;
  const rows = useMemo(() => rowsOf(loads), [loads]);
  const hours = useMemo(() => hourColumns(day), [day]);
  return (
    <Chart
      title={names.load}
      note={names.loadNote}
      table={
        <Table
          rows={day.channels}
          keyOf={({ hour, frequency }) => `${hour} ${frequency}`}
          caption={names.load}
          columns={columns}
        />
      }
    >
      <HeatMap label={names.loadLabel(rows.length)} rows={rows} columns={hours} />
    </Chart>
  );
}

function rowsOf(loads: readonly ChannelLoad[]): HeatRow[] {
  return loads
    .slice(0, rowsMax)
    .toSorted((a, b) => a.frequency - b.frequency)
    .map(({ frequency, hours }) => {
      const byHour = new Map(hours.map((one) => [one.hour, one]));
      return {
        key: String(frequency),
        group: "",
        name: frequency.toFixed(3),
        weights: new Map(hours.map(({ hour, messages }) => [hour, messages])),
        textOf: (hour) =>
          names.field({
            channel: megahertz(frequency),
            hour: clockTime(hour, "utc"),
            messages: count(byHour.get(hour)?.messages ?? 0),
            aircraft: count(byHour.get(hour)?.aircraft ?? 0),
          }),
      };
    });
}
