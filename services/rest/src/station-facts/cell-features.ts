import type { StationCell } from "@jetwire/db";
import type { StationCells } from "@jetwire/protocol";
import { cellToBoundary, cellToParent, getResolution } from "h3-js";

type Cell = Omit<StationCell, "stationId">;

/** Joins cells to larger ones until there are at most `countMax`, and returns them, that with the most positions first. */
export function cellsToShow(cells: readonly Cell[], countMax: number): readonly Cell[] {
  let shown = cells;
  while (shown.length > countMax) {
    const parents = Map.groupBy(shown, ({ cell }) => cellToParent(cell, getResolution(cell) - 1));
    shown = [...parents].map(([cell, children]) => ({ cell, ...joined(children) }));
  }
  return shown.toSorted((a, b) => b.positions - a.positions);
}

function joined(cells: readonly Cell[]): Omit<Cell, "cell"> {
  const lowest = cells.map(({ altitudeMin }) => altitudeMin).filter((one) => one !== null);
  const highest = cells.map(({ altitudeMax }) => altitudeMax).filter((one) => one !== null);
  return {
    positions: cells.reduce((sum, { positions }) => sum + positions, 0),
    altitudeMin: lowest.length === 0 ? null : Math.min(...lowest),
    altitudeMax: highest.length === 0 ? null : Math.max(...highest),
  };
}

/** Returns a cell as a feature of GeoJSON. */
export function featureOf({ cell, ...properties }: Cell): StationCells["features"][number] {
  const ring = cellToBoundary(cell, true).map(([longitude, latitude]): [number, number] => [
    rounded(longitude),
    rounded(latitude),
  ]);
  return {
    type: "Feature",
    id: cell,
    geometry: { type: "Polygon", coordinates: [continuous(ring)] },
    properties,
  };
}

/** Returns a ring whose longitudes do not jump at 180°. */
function continuous(ring: [number, number][]): [number, number][] {
  const longitudes = ring.map(([longitude]) => longitude);
  if (Math.max(...longitudes) - Math.min(...longitudes) <= 180) return ring;
  return ring.map(([longitude, latitude]) => [longitude < 0 ? longitude + 360 : longitude, latitude]); // prettier-ignore
}

/** Ten metres. */
function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
