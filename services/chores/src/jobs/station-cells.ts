import type { ReceivedPosition, StationCell } from "@jetwire/db";
import { latLngToCell } from "h3-js";

/** The resolution of the cells: about 250 km². */
const resolution = 5;

/** Groups positions by station and cell. */
export function cellsOf(received: readonly ReceivedPosition[]): StationCell[] {
  const cells = new Map<string, StationCell>();
  for (const { stationId, latitude, longitude, ...point } of received) {
    const cell = latLngToCell(latitude, longitude, resolution);
    const key = `${stationId} ${cell}`;
    const known = cells.get(key);
    cells.set(key, {
      stationId,
      cell,
      positions: (known?.positions ?? 0) + point.positions,
      altitudeMin: chosen(Math.min, known?.altitudeMin ?? null, point.altitudeMin),
      altitudeMax: chosen(Math.max, known?.altitudeMax ?? null, point.altitudeMax),
    });
  }
  return [...cells.values()];
}

function chosen(
  choose: (...values: number[]) => number,
  a: number | null,
  b: number | null,
): number | null {
  if (a === null || b === null) return a ?? b;
  return choose(a, b);
}
