import type { ActiveChannel, Propagation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { type Column, Table } from "../table/table.tsx";
import { Chart } from "../ui/charts/chart.tsx";
import { HeatMap } from "../ui/charts/heat-map.tsx";
import { hourColumns } from "../ui/charts/hour-columns.ts";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { en } from "../text/en.ts";
import { count, decibels, megahertz } from "../text/numbers.ts";
import { Minute } from "../text/when.tsx";
import { type Grounds, heatRows } from "./heat-rows.ts";

const names = en.hf;
const everyMs = 60_000;

type Count = Propagation["channels"][number];

const columns: readonly Column<Count>[] = [
  { head: names.hour, className: "nowrap", cell: ({ hour }) => <Minute iso={hour} /> },
  {
    head: names.groundStation,
    className: "nowrap",
    cell: ({ groundStationId }) => groundStationId,
  },
  {
    head: names.frequency,
    className: "mono nowrap",
    cell: ({ frequency }) => megahertz(frequency),
  },
  { head: names.messages, isNumber: true, cell: ({ messages }) => count(messages) },
  { head: names.airframes, isNumber: true, cell: ({ aircraft }) => count(aircraft) },
  { head: names.squitters, isNumber: true, cell: ({ squitters }) => count(squitters) },
  {
    head: names.snr,
    isNumber: true,
    className: "nowrap",
    cell: ({ snr }) => snr !== null && decibels(snr),
  },
];

/** The last 24 hours by channel, as a heat map and as a table. */
export function DayChart({ channels }: { channels: readonly ActiveChannel[] }): ReactNode {
  const query = useRest(
    ["propagation"],
    async (rest, signal) => await rest.readPropagation({}, { signal }),
    { everyMs },
  );
  const grounds = useMemo(
    () => new Map(channels.map((channel) => [channel.groundStationId, channel])),
    [channels],
  );
  const isEmpty = query.data?.channels.length === 0;
  return (
    <div className={isEmpty ? undefined : "day-space"}>
      <QueryState query={query} lines={12} title={names.day}>
        {(day) =>
          day.channels.length === 0 ? (
            <div className="empty">
              <p>{names.dayEmpty}</p>
              <Link to="/heard" className="button">
                {names.setUp}
              </Link>
            </div>
          ) : (
            <Chart title={names.day} note={names.dayNote} table={<CountTable day={day} />}>
              <DayMap day={day} grounds={grounds} />
            </Chart>
          )
        }
      </QueryState>
    </div>
  );
}

function DayMap({ day, grounds }: { day: Propagation; grounds: Grounds }): ReactNode {
  const rows = useMemo(() => heatRows(day.channels, grounds), [day, grounds]);
  const hours = useMemo(() => hourColumns(day), [day]);
  return <HeatMap label={names.dayLabel(rows.length)} rows={rows} columns={hours} />;
}

function CountTable({ day }: { day: Propagation }): ReactNode {
  return (
    <Table
      rows={day.channels}
      keyOf={({ hour, groundStationId, frequency }) => `${hour} ${groundStationId} ${frequency}`}
      caption={names.day}
      columns={columns}
    />
  );
}
