import type { FlightSummary } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { useStore } from "../data/store.ts";
import { flightName } from "../flight/flight-names.ts";
import { Chart } from "../ui/charts/chart.tsx";
import { display } from "../ui/display/display.ts";
import { SmallMap } from "../map/small-map/small-map.tsx";
import { en } from "../text/en.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { altitude, position } from "../text/numbers.ts";
import { Age } from "../text/when.tsx";

const names = en.entity.airframe;

/** The newest position that the flights of an airframe reported. */
export function LastPosition({ flights }: { flights: readonly FlightSummary[] }): ReactNode {
  const { units } = useStore(display);
  const last = flights
    .filter(({ latitude, positionAt }) => latitude !== null && positionAt !== null)
    .toSorted((a, b) => (a.positionAt! < b.positionAt! ? 1 : -1))[0];
  if (last?.latitude == null || last.longitude === null || last.positionAt === null) {
    return (
      <Chart title={names.lastPosition}>
        <p className="quiet">{names.noPosition}</p>
      </Chart>
    );
  }
  return (
    <Chart
      title={names.lastPosition}
      note={
        <>
          <span className="mono">{position(last.latitude, last.longitude)}</span>
          {last.altitude !== null && ` · ${altitude(last.altitude, units)}`}
          {" · "}
          <Age iso={last.positionAt} />
          {" · "}
          <Link to="/flights/$id" params={{ id: last.id }}>
            <UntrustedText text={flightName(last)} />
          </Link>
        </>
      }
    >
      <PositionMap flight={last} />
    </Chart>
  );
}

function PositionMap({ flight }: { flight: FlightSummary }): ReactNode {
  const { id, latitude, longitude, track } = flight;
  const points = useMemo(
    () =>
      latitude === null || longitude === null
        ? []
        : [{ id, kind: "aircraft" as const, latitude, longitude, track }],
    [id, latitude, longitude, track],
  );
  return <SmallMap label={names.lastPosition} points={points} />;
}
