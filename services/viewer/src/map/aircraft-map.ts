import type { GroundStation, ListedStation } from "@jetwire/protocol";
import type Feature from "ol/Feature.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { noModifierKeys } from "ol/events/condition.js";
import { boundingExtent, containsCoordinate } from "ol/extent.js";
import { defaults } from "ol/interaction/defaults.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat, toLonLat } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Circle from "ol/style/Circle.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { MapColours } from "../basemap/colours.ts";
import { createAircraftLayers } from "./aircraft-layers.ts";
import { createMap, type MapShown } from "./create-map.ts";
import { createFixedLayers, type FixedId } from "./fixed-layers.ts";
import { estimate, type LatLon, type Sectors } from "./geodesy.ts";
import { motionMs } from "./map-buttons.tsx";
import type { ViewAt } from "./map-query.ts";
import type { SaidWords } from "./newest-words.ts";
import type { Aircraft } from "./positions.ts";
import {
  coordinateOf,
  leaderFeature,
  pointFeature,
  reachFeature,
  trackFeatures,
} from "./shapes.ts";

/** Is notified by the map. */
export interface MapListeners {
  onAircraft(airframeId: string): void;
  onFixed(fixed: FixedId): void;
  /** Called for a click on nothing. */
  onNothing(): void;
  /** Called for a click while an area is drawn. */
  onCorner(corner: LatLon): void;
  /** Called when the map rests after a move. */
  onMoved(at: ViewAt, inView: ReadonlySet<string>): void;
  /** Called when the reader pans. */
  onPan(): void;
}

/** Everything that the map shows besides the base map. */
export interface MapContent {
  readonly aircraft: readonly Aircraft[];
  readonly words: readonly SaidWords[];
  readonly stations: readonly ListedStation[];
  readonly ground: readonly GroundStation[];
  readonly box: readonly [number, number, number, number] | null;
  readonly hasTrails: boolean;
  readonly selected: Aircraft | null;
  readonly track: readonly (LatLon & { readonly sourceType: string; readonly at: string })[];
  readonly reach: Sectors | null;
}

export type AircraftMap = ReturnType<typeof createAircraftMap>;

const namesZoom = 6;
const namesMax = 60;
const moveMs = 300;
const pulseMs = 1_200;
const fitZoomMax = 8;
const middleShare = 0.05;

/** Makes the map of aircraft. */
export function createAircraftMap(element: HTMLElement, listeners: MapListeners) {
  const aircraftLayers = createAircraftLayers();
  const fixed = createFixedLayers();
  const selection = new VectorSource<Feature>();
  const selectionLayer = new VectorLayer({
    source: selection,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  let colours: MapColours | null = null;
  let content: MapContent | null = null;
  let isDrawing = false;

  const made = createMap({
    element,
    layers: [fixed.layer, selectionLayer, ...aircraftLayers.layers],
    interactions: defaults({ altShiftDragRotate: false, pinchRotate: false }).getArray(),
    onColours(next) {
      colours = next;
      aircraftLayers.setColours(next);
      if (content) show(content);
    },
  });
  const { map } = made;
  const view = map.getView();

  map.on("click", (event) => onClick(event));
  map.on("pointerdrag", (event) => {
    if (noModifierKeys(event)) listeners.onPan();
  });
  map.on("pointermove", ({ coordinate, dragging }) => {
    if (dragging) return;
    const isHit = hits(coordinate) !== null;
    element.style.setProperty("cursor", isDrawing ? "crosshair" : isHit ? "pointer" : "");
  });
  map.on("moveend", report);

  function hits(coordinate: number[]) {
    const resolution = view.getResolution() ?? 1;
    const wrapped = fromLonLat(toLonLat(coordinate));
    const airframeId = aircraftLayers.hit(wrapped, resolution);
    if (airframeId !== null) return { airframeId };
    const found = fixed.hit(wrapped, resolution);
    return found ? { found } : null;
  }

  function onClick({ coordinate }: MapBrowserEvent): void {
    if (isDrawing) {
      const [longitude = 0] = toLonLat(coordinate);
      const [, latitude = 0] = toLonLat(coordinate);
      listeners.onCorner({ latitude, longitude });
      return;
    }
    const hit = hits(coordinate);
    if (hit === null) listeners.onNothing();
    else if (hit.airframeId === undefined) listeners.onFixed(hit.found);
    else listeners.onAircraft(hit.airframeId);
  }

  /** Returns the ids of the aircraft that are in view. */
  function inView(): ReadonlySet<string> {
    const extent = view.calculateExtent(map.getSize());
    const features = aircraftLayers.source.getFeaturesInExtent(extent, view.getProjection());
    return new Set(features.map((feature) => String(feature.get("airframeId"))));
  }

  function report(): void {
    const ids = inView();
    const zoom = view.getZoom() ?? 0;
    aircraftLayers.showNames(zoom >= namesZoom || ids.size <= namesMax);
    const [longitude = 0, latitude = 0] = toLonLat(view.getCenter() ?? [0, 0]);
    listeners.onMoved({ latitude, longitude, zoom }, ids);
  }

  function show(next: MapContent): void {
    const before = content;
    content = next;
    if (!colours) return;
    aircraftLayers.setAircraft(next.aircraft, Date.now());
    aircraftLayers.showTrails(next.hasTrails);
    aircraftLayers.showWords(next.words);
    const isSame =
      before?.stations === next.stations &&
      before.ground === next.ground &&
      before.box === next.box;
    if (!isSame || before === next) fixed.show(next, colours);
    selection.clear(true);
    selection.addFeatures(selectionOf(next, colours));
  }

  return {
    map,
    show(next: MapContent): void {
      show(next);
      report();
    },
    setShown: (shown: MapShown) => made.setParts(shown),
    setDrawing(drawing: boolean): void {
      isDrawing = drawing;
    },
    setAt({ latitude, longitude, zoom }: ViewAt): void {
      view.setCenter(fromLonLat([longitude, latitude]));
      view.setZoom(zoom);
    },
    /** Moves the map to a position. */
    center(position: LatLon): void {
      const duration = motionMs(moveMs);
      view.animate({ center: nearestTo(view.getCenter(), coordinateOf(position)), duration });
    },
    /** Brings a position into view, if it is outside. */
    reveal(position: LatLon): void {
      const extent = view.calculateExtent(map.getSize());
      if (!containsCoordinate(extent, nearestTo(view.getCenter(), coordinateOf(position)))) {
        this.center(position);
      }
    },
    /** Shows the middle 90 % of positions. */
    fit(positions: readonly LatLon[]): void {
      const extent = middleOf(positions.map(coordinateOf));
      if (extent) view.fit(extent, { padding: [40, 40, 40, 40], maxZoom: fitZoomMax });
    },
    /** Shows one ring that grows around a position. */
    pulse(position: LatLon): void {
      const pixel = map.getPixelFromCoordinate(nearestTo(view.getCenter(), coordinateOf(position)));
      if (!pixel || motionMs(pulseMs) === 0) return;
      const ring = document.createElement("span");
      ring.className = "map-pulse";
      ring.style.setProperty("left", `${pixel[0]}px`);
      ring.style.setProperty("top", `${pixel[1]}px`);
      element.append(ring);
      const frames = [
        { opacity: 0.9, transform: "translate(-50%, -50%) scale(0.4)" },
        { opacity: 0, transform: "translate(-50%, -50%) scale(2)" },
      ];
      const animation = ring.animate(frames, { duration: pulseMs, easing: "ease-out" });
      animation.addEventListener("finish", () => ring.remove());
    },
    dispose: () => made.dispose(),
  };
}

function selectionOf({ selected, track, reach }: MapContent, colours: MapColours): Feature[] {
  const area = reach ? [reachFeature(reach, colours)] : [];
  if (!selected) return area;
  const ring = new Style({
    image: new Circle({ radius: 16, stroke: new Stroke({ color: colours.accent, width: 2 }) }),
  });
  const now = estimate(selected, Date.now());
  return [
    ...area,
    ...trackFeatures(withNewest(track, selected), colours),
    ...(now ? [leaderFeature(selected, now, colours)] : []),
    pointFeature(selected, ring),
  ];
}

/** Adds the position of an aircraft to its track, unless the track goes further. */
function withNewest(track: MapContent["track"], selected: Aircraft): MapContent["track"] {
  const last = track.at(-1);
  return last && Date.parse(last.at) >= selected.atMs ? track : [...track, selected].map(timed);

  function timed(one: MapContent["track"][number] | Aircraft): MapContent["track"][number] {
    return "at" in one ? one : { ...one, at: new Date(one.atMs).toISOString() };
  }
}

const worldWidth = 2 * 20_037_508.342_789_244;

/** Returns a coordinate in the copy of the world that is nearest to another one. */
function nearestTo(center: number[] | undefined, [x = 0, y = 0]: number[]): number[] {
  const worlds = Math.round(((center?.[0] ?? 0) - x) / worldWidth);
  return [x + worlds * worldWidth, y];
}

/** Returns the extent of the middle 90 % of coordinates; null without any. */
function middleOf(coordinates: readonly number[][]): number[] | null {
  if (coordinates.length === 0) return null;
  const xs = coordinates.map(([x = 0]) => x).toSorted((a, b) => a - b);
  const ys = coordinates.map(([, y = 0]) => y).toSorted((a, b) => a - b);
  const skipped = Math.floor(coordinates.length * middleShare);
  return boundingExtent(
    [skipped, -1 - skipped].map((index) => [xs.at(index) ?? 0, ys.at(index) ?? 0]),
  );
}
