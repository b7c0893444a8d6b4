import type { GroundStation } from "@jetwire/protocol";
import { type ReactNode, useMemo } from "react";
import { SmallMap } from "../map/small-map/small-map.tsx";
import { groundStationName } from "./systems.ts";
import { en } from "../text/en.ts";

const names = en.stations.ground;

interface GroundStationMapProps {
  readonly stations: readonly GroundStation[];
  onSelect(id: string): void;
}

/** The ground stations with a known position. The table below has all of them. */
export function GroundStationMap({ stations, onSelect }: GroundStationMapProps): ReactNode {
  const points = useMemo(
    () =>
      stations.flatMap((station) => {
        const { id, system, latitude, longitude } = station;
        return latitude === null || longitude === null
          ? []
          : [
              {
                id,
                kind: "ground-station" as const,
                name: groundStationName(station),
                sourceType: system,
                latitude,
                longitude,
              },
            ];
      }),
    [stations],
  );
  return (
    <section aria-label={names.mapLabel} className="ground-map">
      {points.length > 0 ? (
        <SmallMap label={names.mapLabel} points={points} onSelect={onSelect} />
      ) : null}
      <p className="quiet small">
        {points.length === 0
          ? names.noPositions
          : names.positionsKnown(points.length, stations.length)}
      </p>
    </section>
  );
}
