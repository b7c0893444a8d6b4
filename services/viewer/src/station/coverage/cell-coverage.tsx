import type { StationCells, StationCoverage } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { useRest } from "../../data/rest/use-rest.ts";
import { useStore } from "../../data/store.ts";
import { shownCells } from "../../map/layers/shown-cells.ts";
import { SmallMap } from "../../map/small-map/small-map.tsx";
import { type Column, Table } from "../../table/table.tsx";
import { en } from "../../text/en.ts";
import { altitude, count, position } from "../../text/numbers.ts";
import { Chart } from "../../ui/charts/chart.tsx";
import { display } from "../../ui/display/display.ts";
import type { Units } from "../../ui/display/stored-display.ts";
import { QueryState } from "../../ui/query-state/query-state.tsx";
import { useStationPoint } from "./station-point.ts";

const names = en.stations;
const freshMs = 600_000;
/** Rows of the table: those with the most positions. */
const rowsMax = 100;

type Cell = StationCells["features"][number];

interface CellCoverageProps {
  readonly coverage: StationCoverage;
  readonly ident: string;
  /** Shown instead of a map without cells. */
  readonly empty: string;
  /** Lines that stand for it while it is read. */
  readonly lines: number;
  readonly commands?: ReactNode;
}

/** Shows where the aircraft were that a station received, by cell. */
export function CellCoverage(props: CellCoverageProps): ReactNode {
  const { coverage, ident, empty, lines, commands } = props;
  const id = String(coverage.id);
  const query = useRest(
    ["station-cells", id],
    async (rest, signal) => await rest.readStationCells({ id }, { signal }),
    { staleMs: freshMs },
  );
  return (
    <QueryState query={query} lines={lines} title={names.coverage}>
      {({ features }) =>
        features.length === 0 ? (
          <Chart title={names.coverage} commands={commands}>
            <p className="quiet">{empty}</p>
          </Chart>
        ) : (
          <Chart
            title={names.coverage}
            note={names.cellsNote(features.reduce(addPositions, 0), features.length)}
            commands={commands}
            table={<CellTable cells={features} />}
          >
            <CellMap cells={features} coverage={coverage} ident={ident} />
          </Chart>
        )
      }
    </QueryState>
  );
}

function addPositions(sum: number, { properties }: Cell): number {
  return sum + properties.positions;
}

function CellMap(props: {
  cells: readonly Cell[];
  coverage: StationCoverage;
  ident: string;
}): ReactNode {
  const { cells, coverage, ident } = props;
  const points = useStationPoint(ident, coverage);
  const shown = useMemo(() => shownCells({ features: [...cells] }), [cells]);
  return <SmallMap label={names.cellsLabel(ident)} points={points} cells={shown} />;
}

function CellTable({ cells }: { cells: readonly Cell[] }): ReactNode {
  const { units } = useStore(display);
  const columns = useMemo(() => columnsOf(units), [units]);
  return (
    <Table
      caption={names.coverage}
      rows={cells.slice(0, rowsMax)}
      keyOf={({ id }) => id}
      columns={columns}
    />
  );
}

function columnsOf(units: Units): readonly Column<Cell>[] {
  return [
    { head: names.cellAt, className: "nowrap", cell: middleText },
    {
      head: names.positions,
      isNumber: true,
      cell: ({ properties }) => count(properties.positions),
    },
    {
      head: names.lowest,
      isNumber: true,
      className: "nowrap",
      cell: ({ properties: { altitudeMin } }) =>
        altitudeMin !== null && altitude(altitudeMin, units),
    },
    {
      head: names.highest,
      isNumber: true,
      className: "nowrap",
      cell: ({ properties: { altitudeMax } }) =>
        altitudeMax !== null && altitude(altitudeMax, units),
    },
  ];
}

/** Returns the middle of the corners, of which the first is repeated at the end. */
function middleText({ geometry }: Cell): string {
  const corners = geometry.coordinates[0]?.slice(1) ?? [];
  const mean = (index: 0 | 1) =>
    corners.reduce((sum, corner) => sum + corner[index], 0) / corners.length;
  return position(mean(1), mean(0), 1);
}
