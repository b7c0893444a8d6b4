import MVT from "ol/format/MVT.js";
import TileLayer from "ol/layer/Tile.js";
import VectorTileLayer from "ol/layer/VectorTile.js";
import VectorTileSource from "ol/source/VectorTile.js";
import XYZ from "ol/source/XYZ.js";
import { createXYZ } from "ol/tilegrid.js";
import { tilesPath, tilesPresent, tileZoomMax } from "virtual:basemap";
import { readPresence, tileNumber } from "./tile-numbers.ts";

const isPresent = readPresence(tilesPresent);
const tileSize = 512;

/** Makes the layer of land, water, borders, towns and airports. Its style is set by the owner. */
export function createBaseLayer() {
  const source = new VectorTileSource({
    format: new MVT({ layers: ["land", "lakes", "rivers", "borders", "towns", "airports"] }),
    tileGrid: createXYZ({ maxZoom: tileZoomMax, tileSize }),
    tileUrlFunction: ([zoom = 0, x = 0, y = 0]) =>
      // OpenLayers takes a missing address for an empty tile.
      isPresent(tileNumber(zoom, x, y)) ? `${tilesPath}${zoom}/${x}/${y}.pbf` : undefined,
  });
  return new VectorTileLayer({ source, renderMode: "hybrid", preload: 1, declutter: "base" });
}

/**
 * Makes the layer of the operator's own tile server, below the base map: pictures, or vector tiles in
 * the page's own layers.
 *
 * @param url an address with `{z}`, `{x}` and `{y}`
 */
export function createTileServerLayer(url: string) {
  if (!/\.(?:pbf|mvt)(?:$|\?)/.test(url)) return new TileLayer({ source: new XYZ({ url }) });
  const source = new VectorTileSource({ format: new MVT(), url });
  return new VectorTileLayer({ source, renderMode: "hybrid", preload: 1 });
}
