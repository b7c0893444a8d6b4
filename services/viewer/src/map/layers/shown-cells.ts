import type { StationCells } from "@jetwire/protocol";
import { heatOf } from "../../ui/charts/heat.ts";

/** A cell as maps draw it. */
export interface ShownCell {
  /** Longitudes and latitudes, degrees. */
  readonly ring: readonly (readonly [number, number])[];
  /** The strength of its colour, 0 to 1. */
  readonly heat: number;
}

/** Returns cells with a strength of colour that follows their positions. */
export function shownCells({ features }: Pick<StationCells, "features">): readonly ShownCell[] {
  const most = features.reduce((sum, { properties }) => Math.max(sum, properties.positions), 0);
  return features.map(({ geometry, properties }) => ({
    ring: geometry.coordinates[0] ?? [],
    heat: heatOf(properties.positions, most),
  }));
}
