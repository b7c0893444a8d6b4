import type { StationCell } from "@jetwire/db";
import type { StationCells } from "@jetwire/protocol";
import { cellToBoundary, cellToLatLng, cellToParent, getResolution } from "h3-js";

/** The resolution in which cells are stored. */
const finest = 5;

type Cell = Omit<StationCell, "stationId">;

/** The resolution for cells that are further apart than this, degrees: smaller ones are not visible on a map of all. */
const resolutions = [
  { degrees: 60, resolution: 2 },
  { degrees: 25, resolution: 3 },
] as const;

/**
 * Joins cells to larger ones if they are far apart, and until there are at most `countMax`. Returns them, that with the most
 * positions first.
 */
export function cellsToShow(cells: readonly Cell[], countMax: number): readonly Cell[] {
  const span = spanOf(cells);
  const { resolution = finest } = resolutions.find(({ degrees }) => span > degrees) ?? {};
  let shown = inResolution(cells, resolution);
  for (let next = resolution - 1; shown.length > countMax; next--)
    shown = inResolution(shown, next);
  return shown.toSorted((a, b) => b.positions - a.positions);
}

/** Returns cells of several lists as one list, each once. */
export function addUp(lists: readonly (readonly Cell[])[]): readonly Cell[] {
  return inResolution(lists.flat(), finest);
}

function inResolution(cells: readonly Cell[], resolution: number): readonly Cell[] {
  const parents = Map.groupBy(cells, ({ cell }) =>
    getResolution(cell) > resolution ? cellToParent(cell, resolution) : cell,
  );
  return [...parents].map(([cell, children]) => ({ cell, ...joined(children) }));
}

/** Returns how far apart the outermost cells are, degrees of a great circle, about. */
function spanOf(cells: readonly Cell[]): number {
  const points = cells.map(({ cell }) => cellToLatLng(cell));
  const latitudes = points.map(([latitude]) => latitude);
  const middle = latitudes.reduce((sum, one) => sum + one, 0) / points.length;
  const eastwards = range(points.map(([, longitude]) => longitude));
  return Math.max(range(latitudes), eastwards * Math.cos((middle * Math.PI) / 180));
}

/** Cells of a network are too many to be arguments. */
function range(values: readonly number[]): number {
  return (
    (values.reduce<number | null>(most, null) ?? 0) -
    (values.reduce<number | null>(least, null) ?? 0)
  );
}

function joined(cells: readonly Cell[]): Omit<Cell, "cell"> {
  const lowest = cells.map(({ altitudeMin }) => altitudeMin).filter((one) => one !== null);
  const highest = cells.map(({ altitudeMax }) => altitudeMax).filter((one) => one !== null);
  return {
    positions: cells.reduce((sum, { positions }) => sum + positions, 0),
    altitudeMin: lowest.reduce<number | null>(least, null),
    altitudeMax: highest.reduce<number | null>(most, null),
  };
}

function least(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other);
}

function most(one: number | null, other: number): number {
  return one === null ? other : Math.max(one, other);
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
