import { useMemo } from "react";
import type { MapPoint } from "../../map/small-map/small-map.tsx";

/** Returns the symbol of a station on the map of its coverage; none without a position. */
export function useStationPoint(
  ident: string,
  at: { readonly latitude: number | null; readonly longitude: number | null },
): readonly MapPoint[] {
  const { latitude, longitude } = at;
  return useMemo(
    () =>
      latitude === null || longitude === null
        ? []
        : [{ id: ident, kind: "station", name: ident, latitude, longitude, isOnline: true }],
    [ident, latitude, longitude],
  );
}
