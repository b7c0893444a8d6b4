import OlMap from "ol/Map.js";
import View from "ol/View.js";
import Feature from "ol/Feature.js";
import type { Interaction } from "ol/interaction.js";
import type BaseLayer from "ol/layer/Base.js";
import Polygon from "ol/geom/Polygon.js";
import VectorImageLayer from "ol/layer/VectorImage.js";
import { fromLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Style from "ol/style/Style.js";
import { createBaseLayer, createTileServerLayer } from "../basemap/base-layer.ts";
import { type MapColours, onThemeChange, readColours } from "../basemap/colours.ts";
import { nightOutline } from "../basemap/night.ts";
import { type BaseShown, baseStyle } from "../basemap/style.ts";

export interface MapOptions {
  readonly element: HTMLElement;
  readonly layers: BaseLayer[];
  readonly interactions: Interaction[];
  /** Called at the start and when the theme changes, to style the layers anew. */
  onColours(colours: MapColours): void;
}

/** Parts below the aircraft that can be switched off. */
export interface MapShown extends BaseShown {
  readonly night: boolean;
}

export type JetwireMap = ReturnType<typeof createMap>;

const nightEveryMs = 60_000;
const highestLatitude = 20_037_508;
const pixelRatioMax = 2;

/** Makes a map with the base map, in the colours of the theme. Every map of the page is made here. */
export function createMap({ element, layers, interactions, onColours }: MapOptions) {
  const base = createBaseLayer();
  const night = createNightLayer();
  const tiles = document.querySelector<HTMLMetaElement>('meta[name="jetwire-tiles"]')?.content;
  let parts: MapShown = { borders: true, airports: false, night: false };

  const map = new OlMap({
    target: element,
    controls: [],
    interactions,
    pixelRatio: Math.min(pixelRatioMax, devicePixelRatio),
    layers: [...(tiles ? [createTileServerLayer(tiles)] : [base]), night.layer, ...layers],
    view: new View({
      center: [0, 2_000_000],
      zoom: 2,
      minZoom: 1,
      maxZoom: 14,
      multiWorld: true,
      constrainOnlyCenter: true,
      extent: [-Infinity, -highestLatitude, Infinity, highestLatitude],
    }),
  });

  function show(): void {
    const colours = readColours();
    base.setStyle(baseStyle(colours, parts));
    night.layer.setStyle(new Style({ fill: new Fill({ color: colours.night }) }));
    night.layer.setVisible(parts.night);
    onColours(colours);
  }
  show();
  const stopWatching = onThemeChange(show);
  const timer = setInterval(night.update, nightEveryMs);

  return {
    map,
    /** Shows or hides parts of the base map. */
    setParts(next: MapShown): void {
      const isSame =
        next.borders === parts.borders &&
        next.airports === parts.airports &&
        next.night === parts.night;
      parts = next;
      if (!isSame) show();
    },
    dispose(): void {
      clearInterval(timer);
      stopWatching();
      map.setTarget();
      map.dispose();
    },
  };
}

function createNightLayer() {
  const source = new VectorSource<Feature<Polygon>>();
  function update(): void {
    const outline = nightOutline(Date.now()).map((position) => fromLonLat(position));
    source.clear();
    source.addFeature(new Feature(new Polygon([outline])));
  }
  update();
  return { layer: new VectorImageLayer({ source, visible: false }), update };
}
