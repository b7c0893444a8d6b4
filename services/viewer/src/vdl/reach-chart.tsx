import type { VdlReach } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { type Column, Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { type HeatColumn, HeatMap, type HeatRow } from "../ui/charts/heat-map.tsx";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { addressOf, GroundStationLink, groundName } from "./ground-station-link.tsx";

const names = en.vdl;
const everyMs = 300_000;
const stepKm = 50;
const markedSteps = 2;
/** More than fit a page; those with the most messages stay. */
const rowsMax = 25;

type Ground = VdlReach["groundStations"][number];

const columns: readonly Column<Ground>[] = [
  {
    head: names.groundStation,
    cell: ({ groundStationId, groundStation }) => (
      <GroundStationLink id={groundStationId} name={groundStation} />
    ),
  },
  { head: names.messages, isNumber: true, cell: ({ messages }) => count(messages) },
  {
    head: names.usual,
    isNumber: true,
    className: "nowrap",
    cell: ({ steps }) => {
      const { from } = steps.reduce((a, b) => (b.messages > a.messages ? b : a), { from: 0, messages: 0 }); // prettier-ignore
      return names.kmRange(count(from), count(from + stepKm));
    },
  },
  {
    head: names.farthest,
    isNumber: true,
    className: "nowrap",
    cell: ({ farthest }) => names.km(count(farthest)),
  },
];

/** How far aircraft were from the ground stations that they talk to, as a heat map and as a table. */
export function ReachChart(): ReactNode {
  const query = useRest(
    ["vdl-reach"],
    async (rest, signal) => await rest.listVdlReach({}, { signal }),
    { everyMs },
  );
  return (
    <QueryState query={query} lines={8} title={names.reach}>
      {({ groundStations }) => <Reach grounds={groundStations} />}
    </QueryState>
  );
}

function Reach({ grounds }: { grounds: readonly Ground[] }): ReactNode {
  const rows = useMemo(() => grounds.slice(0, rowsMax).map(rowOf), [grounds]);
  const steps = useMemo(() => stepColumns(grounds), [grounds]);
  const [first, ...others] = grounds;
  if (first === undefined) {
    return (
      <Chart title={names.reach}>
        <p className="quiet">{names.noReach}</p>
      </Chart>
    );
  }
  const farthest = others.reduce((a, b) => (b.farthest > a.farthest ? b : a), first);
  const name = groundName(farthest.groundStationId, farthest.groundStation);
  return (
    <Chart
      title={names.reach}
      note={names.reachNote(names.km(count(farthest.farthest)), name)}
      table={
        <Table
          rows={grounds}
          keyOf={({ groundStationId }) => groundStationId}
          caption={names.reach}
          columns={columns}
        />
      }
    >
      <HeatMap label={names.reachLabel(rows.length)} rows={rows} columns={steps} />
    </Chart>
  );
}

function stepColumns(grounds: readonly Ground[]): HeatColumn[] {
  const most = grounds.reduce((max, { farthest }) => Math.max(max, farthest), 0);
  return Array.from({ length: Math.floor(most / stepKm) + 1 }, (_, step) => ({
    key: String(step * stepKm),
    mark: step % markedSteps === 0 ? names.km(count(step * stepKm)) : null,
  }));
}

function rowOf({ groundStationId, groundStation, steps }: Ground): HeatRow {
  const name = groundName(groundStationId, groundStation);
  const weights = new Map(steps.map(({ from, messages }) => [String(from), messages]));
  return {
    key: groundStationId,
    group: groundStation ?? "",
    name: addressOf(groundStationId),
    weights,
    textOf: (step) => {
      const [from, to] = [count(Number(step)), count(Number(step) + stepKm)];
      return names.reachField(name, from, to, count(weights.get(step) ?? 0));
    },
  };
}
