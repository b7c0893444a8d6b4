import GeoJsonVt, { type LegacyTile } from "geojson-vt";
import { fromGeojsonVt } from "vt-pbf";
import type { Geography } from "./geography.ts";
import { tileNumbers } from "./tile-numbers.ts";

const extent = 4_096;

/** A tile of the base map: its name, `zoom/x/y`, and its content in the format of Mapbox. */
export interface CutTile {
  readonly name: string;
  readonly number: number;
  readonly content: Uint8Array;
}

/** Cuts layers into tiles. Tiles with nothing in them are left out. */
export function cutTiles(geography: Geography, zoomMax: number): CutTile[] {
  const options = { maxZoom: zoomMax, indexMaxZoom: zoomMax, extent, buffer: 64, tolerance: 3 };
  const layers = Object.entries(geography).map(
    ([name, features]) => [name, new GeoJsonVt(features, options)] as const,
  );
  return tileNumbers(zoomMax).flatMap(({ number, zoom, x, y }) => {
    const content = layers.flatMap(([name, index]) => {
      const tile = shownAt(index.getTile(zoom, x, y), zoom);
      return tile ? [[name, tile] as const] : [];
    });
    if (content.length === 0) return [];
    const pbf = fromGeojsonVt(Object.fromEntries(content), { version: 2, extent });
    return [{ name: `${zoom}/${x}/${y}`, number, content: pbf }];
  });
}

/** Leaves out features that begin at a higher zoom, and returns null if nothing is left. */
function shownAt(tile: LegacyTile | null | undefined, zoom: number): LegacyTile | null {
  const features = (tile?.features ?? []).filter(({ tags }) => Number(tags?.["zoom"] ?? 0) <= zoom);
  return features.length === 0 ? null : { features };
}
