import type { Station, StationCoverage } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Hexagon } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useRest } from "../../data/rest/use-rest.ts";
import { useStore } from "../../data/store.ts";
import { Button } from "../../ui/button.tsx";
import { Chart } from "../../ui/charts/chart.tsx";
import { display } from "../../ui/display/display.ts";
import { Icon } from "../../ui/icon.tsx";
import { QueryState, type ShownQuery } from "../../ui/query-state/query-state.tsx";
import { SmallMap } from "../../map/small-map/small-map.tsx";
import { Table } from "../../table/table.tsx";
import { en } from "../../text/en.ts";
import { count, degrees, distance } from "../../text/numbers.ts";
import { When } from "../../text/when.tsx";
import { CellCoverage } from "./cell-coverage.tsx";
import { useStationPoint } from "./station-point.ts";

const names = en.stations;
const freshMs = 600_000;

/** Reads how far a station receives. */
export function useStationCoverage(
  id: string,
  isEnabled: boolean,
): UseQueryResult<StationCoverage> {
  return useRest(
    ["station-coverage", id],
    async (rest, signal) => await rest.readStationCoverage({ id }, { signal }),
    { staleMs: freshMs, isEnabled },
  );
}

interface StationCoverageProps {
  readonly query: ShownQuery<StationCoverage>;
  readonly station: Pick<Station, "ident" | "latitude">;
}

/** Lines that stand for the coverage while it is read: without a position it is a sentence. */
const awaitedLines = { map: 8, sentence: 2 };

/** How far a station receives, by direction. */
export function StationCoverageChart({ query, station }: StationCoverageProps): ReactNode {
  const lines = station.latitude === null ? awaitedLines.sentence : awaitedLines.map;
  return (
    <QueryState query={query} lines={lines} title={names.coverage}>
      {(coverage) => <Coverage coverage={coverage} ident={station.ident} />}
    </QueryState>
  );
}

function Coverage({ coverage, ident }: { coverage: StationCoverage; ident: string }): ReactNode {
  const { units } = useStore(display);
  const [isCells, setCells] = useState(false);
  const { latitude, longitude, positions, record } = coverage;
  if (latitude === null || longitude === null) {
    return (
      <CellCoverage
        coverage={coverage}
        ident={ident}
        empty={names.noStationPosition}
        lines={awaitedLines.sentence}
      />
    );
  }
  const commands = (
    <Button kind="plain" aria-pressed={isCells} onClick={() => setCells(!isCells)}>
      <Icon of={Hexagon} />
      {names.cells}
    </Button>
  );
  if (isCells) {
    return (
      <CellCoverage
        coverage={coverage}
        ident={ident}
        empty={names.noCoverage}
        lines={awaitedLines.map}
        commands={commands}
      />
    );
  }
  if (positions === 0) {
    return (
      <Chart title={names.coverage} commands={commands}>
        <p className="quiet">{names.noCoverage}</p>
      </Chart>
    );
  }
  return (
    <Chart
      title={names.coverage}
      commands={commands}
      note={
        <>
          {names.coverageNote(positions)}
          {record && (
            <>
              {" · "}
              {names.record}{" "}
              <Link to="/messages/$id" params={{ id: record.messageId }}>
                {distance(record.distance, units)}, {degrees(record.bearing)}
              </Link>{" "}
              <When iso={record.timestamp} />
            </>
          )}
        </>
      }
      table={<SectorTable coverage={coverage} />}
    >
      <CoverageMap coverage={coverage} ident={ident} at={{ latitude, longitude }} />
    </Chart>
  );
}

function CoverageMap(props: {
  coverage: StationCoverage;
  ident: string;
  at: { latitude: number; longitude: number };
}): ReactNode {
  const { coverage, ident, at } = props;
  const { latitude, longitude } = at;
  const points = useStationPoint(ident, at);
  const sectors = useMemo(
    () => ({ latitude, longitude, distances: coverage.sectors.map(({ usual }) => usual) }),
    [latitude, longitude, coverage],
  );
  return <SmallMap label={names.coverageLabel(ident)} points={points} sectors={sectors} />;
}

function SectorTable({ coverage }: { coverage: StationCoverage }): ReactNode {
  const { units } = useStore(display);
  return (
    <Table
      caption={names.coverage}
      rows={coverage.sectors}
      keyOf={({ from }) => from}
      columns={[
        { head: names.direction, cell: ({ from }) => `${degrees(from)}–${degrees(from + 10)}` },
        {
          head: names.usualDistance,
          isNumber: true,
          cell: ({ usual }) => usual !== null && distance(usual, units),
        },
        {
          head: names.maxDistance,
          isNumber: true,
          cell: ({ max }) => max !== null && distance(max, units),
        },
        { head: names.positions, isNumber: true, cell: ({ positions }) => count(positions) },
      ]}
    />
  );
}
