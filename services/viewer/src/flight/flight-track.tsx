import type { TrackPosition } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { display } from "../ui/display/display.ts";
import { LineChart } from "../ui/charts/line-chart.tsx";
import { SourceType } from "../ui/marks.tsx";
import { QueryState, type ShownQuery } from "../ui/query-state/query-state.tsx";
import { sourceTypeLook } from "../ui/source-types.ts";
import { Table } from "../table/table.tsx";
import { en } from "../text/en.ts";
import { altitude, position } from "../text/numbers.ts";
import { clockTime } from "../text/time.ts";
import { When } from "../text/when.tsx";
import { TrackMap } from "./track-map.tsx";

const names = en.entity.flight;
const everyMs = 60_000;

/** Reads where a flight was. */
export function useFlightTrack(id: string): UseQueryResult<TrackPosition[]> {
  return useRest(
    ["flight-track", id],
    async (rest, signal) => await Array.fromAsync(rest.readFlightTrack({ id }, { signal })),
    { everyMs },
  );
}

interface FlightTrackProps {
  readonly query: ShownQuery<readonly TrackPosition[]>;
  readonly name: string;
}

/** The positions of a flight: on a map, and its altitude by time. */
export function FlightTrack({ query, name }: FlightTrackProps): ReactNode {
  return (
    <QueryState query={query} lines={11} title={names.track}>
      {(track) => <Track track={track} name={name} />}
    </QueryState>
  );
}

function Track({ track, name }: { track: readonly TrackPosition[]; name: string }): ReactNode {
  const plausible = track.filter(({ plausible: isPlausible }) => isPlausible);
  const left = track.length - plausible.length;
  return (
    <div className="pair">
      <Chart
        title={names.track}
        note={left > 0 ? names.implausible(left) : undefined}
        table={plausible.length > 0 ? <TrackTable track={plausible} /> : undefined}
      >
        {plausible.length === 0 ? (
          <p className="quiet">{names.noTrack}</p>
        ) : (
          <TrackMap track={plausible} label={names.trackLabel(name)} />
        )}
      </Chart>
      <Profile track={plausible} />
    </div>
  );
}

function Profile({ track }: { track: readonly TrackPosition[] }): ReactNode {
  const { units, zone } = useStore(display);
  const values = track.flatMap((at) =>
    at.altitude === null
      ? []
      : [
          {
            atMs: Date.parse(at.at),
            value: at.altitude,
            colour: `--${sourceTypeLook(at.sourceType).colour}`,
            title: `${clockTime(at.at, zone)} · ${altitude(at.altitude, units)}`,
          },
        ],
  );
  return (
    <Chart title={names.profile}>
      {values.length === 0 ? (
        <p className="quiet">{names.noProfile}</p>
      ) : (
        <LineChart
          label={names.profileLabel}
          values={values}
          nameTime={(atMs) => clockTime(new Date(atMs).toISOString(), zone)}
          nameValue={(feet) => altitude(feet, units)}
          height={290}
        />
      )}
    </Chart>
  );
}

function TrackTable({ track }: { track: readonly TrackPosition[] }): ReactNode {
  const { units } = useStore(display);
  return (
    <Table
      caption={names.track}
      rows={track.toReversed()}
      keyOf={({ messageId }) => messageId}
      columns={[
        { head: names.at, className: "nowrap", cell: ({ at }) => <When iso={at} /> },
        {
          head: names.latitude,
          className: "mono nowrap",
          cell: ({ latitude, longitude }) => position(latitude, longitude),
        },
        {
          head: names.profile,
          isNumber: true,
          cell: (at) => at.altitude !== null && altitude(at.altitude, units),
        },
        { head: names.source, cell: ({ sourceType }) => <SourceType type={sourceType} /> },
        { head: names.stations, isNumber: true, cell: ({ stations }) => stations },
      ]}
    />
  );
}
