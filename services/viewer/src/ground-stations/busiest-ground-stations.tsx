import type { GroundStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Leaders } from "../ui/lead.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { GroundStationFrequencies } from "./frequencies.tsx";
import { groundStationName } from "./systems.ts";

const names = en.stations.ground;
const shownMax = 3;
const frequenciesMax = 1;

/** The ground stations of a list from which most frames were received; nothing without any. */
export function BusiestGroundStations(props: { stations: readonly GroundStation[] }): ReactNode {
  const busiest = props.stations
    .filter(({ framesCount }) => framesCount > 0)
    .toSorted((a, b) => b.framesCount - a.framesCount)
    .slice(0, shownMax);
  if (busiest.length === 0) return null;
  return (
    <Leaders
      label={names.busiest}
      leaders={busiest.map((station) => ({
        key: station.id,
        figure: count(station.framesCount),
        name: (
          <Link
            to="/ground-stations"
            search={(all) => ({ ...all, g: station.id })}
            resetScroll={false}
          >
            <UntrustedText text={groundStationName(station)} />
          </Link>
        ),
        detail: (
          <>
            <span className="mono">{station.address}</span>
            {" · "}
            {names.receivedBy(station.receiversCount)}
            {station.frequencies.length > 0 && (
              <>
                {" · "}
                <GroundStationFrequencies station={station} shownMax={frequenciesMax} hidesRest />
              </>
            )}
          </>
        ),
      }))}
    />
  );
}
