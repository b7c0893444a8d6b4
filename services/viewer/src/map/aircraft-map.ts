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
import { AircraftLayers } from "./layers/aircraft-layers.ts";
import { createMap, type MapShown } from "./create-map.ts";
import { createFixedLayers, type FixedId } from "./layers/fixed-layers.ts";
import type { ShownCell } from "./layers/shown-cells.ts";
import { estimate, type LatLon, type Sectors } from "./geodesy.ts";
import { motionMs } from "./map-buttons.tsx";
import type { ViewAt } from "./map-query.ts";
import type { SaidWords } from "./positions/newest-words.ts";
import type { Aircraft } from "./positions/positions.ts";
import {
  cellFeatures,
  coordinateOf,
  leaderFeature,
  pointFeature,
  reachFeature,
  trackFeatures,
} from "./layers/shapes.ts";

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
  /** The cells of the chosen station. */
  readonly cells: readonly ShownCell[];
}

const namesZoom = 6;
const namesMax = 60;
const moveMs = 300;
const pulseMs = 1_200;
const fitZoomMax = 8;
const middleShare = 0.05;

/** The map of aircraft. */
export class AircraftMap {
  readonly #element: HTMLElement;
  readonly #listeners: MapListeners;
  readonly #aircraft = new AircraftLayers();
  readonly #fixed = createFixedLayers();
  readonly #selection = new VectorSource<Feature>();
  readonly #cells = new VectorSource<Feature>();
  readonly #made: ReturnType<typeof createMap>;
  #colours: MapColours | null = null;
  #content: MapContent | null = null;
  #isDrawing = false;

  constructor(element: HTMLElement, listeners: MapListeners) {
    this.#element = element;
    this.#listeners = listeners;
    const selection = new VectorLayer({
      source: this.#selection,
      updateWhileAnimating: true,
      updateWhileInteracting: true,
    });
    this.#made = createMap({
      element,
      layers: [
        new VectorLayer({ source: this.#cells }),
        this.#fixed.layer,
        selection,
        ...this.#aircraft.layers,
      ],
      interactions: defaults({ altShiftDragRotate: false, pinchRotate: false }).getArray(),
      onColours: (next) => {
        this.#colours = next;
        this.#aircraft.setColours(next);
        if (this.#content) this.#draw(this.#content);
      },
    });
    const { map } = this;
    map.on("click", (event) => this.#onClick(event));
    map.on("pointerdrag", (event) => {
      if (noModifierKeys(event)) listeners.onPan();
    });
    map.on("pointermove", ({ coordinate, dragging }) => {
      if (dragging) return;
      const isHit = this.#hits(coordinate) !== null;
      const cursor = this.#isDrawing ? "crosshair" : isHit ? "pointer" : "";
      element.style.setProperty("cursor", cursor);
    });
    map.on("moveend", () => this.#report());
  }

  get map() {
    return this.#made.map;
  }

  get #view() {
    return this.map.getView();
  }

  show(next: MapContent): void {
    this.#draw(next);
    this.#report();
  }

  setShown(shown: MapShown): void {
    this.#made.setParts(shown);
  }

  setDrawing(drawing: boolean): void {
    this.#isDrawing = drawing;
  }

  setAt({ latitude, longitude, zoom }: ViewAt): void {
    this.#view.setCenter(fromLonLat([longitude, latitude]));
    this.#view.setZoom(zoom);
  }

  /** Moves the map to a position. */
  center(position: LatLon): void {
    const center = this.#nearest(position);
    this.#view.animate({ center, duration: motionMs(moveMs) });
  }

  /** Brings a position into view, if it is outside. */
  reveal(position: LatLon): void {
    const extent = this.#view.calculateExtent(this.map.getSize());
    if (!containsCoordinate(extent, this.#nearest(position))) this.center(position);
  }

  /** Shows the middle 90 % of positions. */
  fit(positions: readonly LatLon[]): void {
    const extent = middleOf(positions.map(coordinateOf));
    if (extent) this.#view.fit(extent, { padding: [40, 40, 40, 40], maxZoom: fitZoomMax });
  }

  /** Shows one ring that grows around a position. */
  pulse(position: LatLon): void {
    const pixel = this.map.getPixelFromCoordinate(this.#nearest(position));
    if (!pixel || motionMs(pulseMs) === 0) return;
    const ring = document.createElement("span");
    ring.className = "map-pulse";
    ring.style.setProperty("left", `${pixel[0]}px`);
    ring.style.setProperty("top", `${pixel[1]}px`);
    this.#element.append(ring);
    const frames = [
      { opacity: 0.9, transform: "translate(-50%, -50%) scale(0.4)" },
      { opacity: 0, transform: "translate(-50%, -50%) scale(2)" },
    ];
    const animation = ring.animate(frames, { duration: pulseMs, easing: "ease-out" });
    animation.addEventListener("finish", () => ring.remove());
  }

  dispose(): void {
    this.#made.dispose();
  }

  #nearest(position: LatLon): number[] {
    return nearestTo(this.#view.getCenter(), coordinateOf(position));
  }

  #hits(coordinate: number[]) {
    const resolution = this.#view.getResolution() ?? 1;
    const wrapped = fromLonLat(toLonLat(coordinate));
    const airframeId = this.#aircraft.hit(wrapped, resolution);
    if (airframeId !== null) return { airframeId };
    const found = this.#fixed.hit(wrapped, resolution);
    return found ? { found } : null;
  }

  #onClick({ coordinate }: MapBrowserEvent): void {
    if (this.#isDrawing) {
      const [longitude = 0, latitude = 0] = toLonLat(coordinate);
      this.#listeners.onCorner({ latitude, longitude });
      return;
    }
    const hit = this.#hits(coordinate);
    if (hit === null) this.#listeners.onNothing();
    else if (hit.airframeId === undefined) this.#listeners.onFixed(hit.found);
    else this.#listeners.onAircraft(hit.airframeId);
  }

  /** Returns the ids of the aircraft that are in view. */
  #inView(): ReadonlySet<string> {
    const extent = this.#view.calculateExtent(this.map.getSize());
    const projection = this.#view.getProjection();
    const features = this.#aircraft.source.getFeaturesInExtent(extent, projection);
    return new Set(features.map((feature) => String(feature.get("airframeId"))));
  }

  #report(): void {
    const ids = this.#inView();
    const zoom = this.#view.getZoom() ?? 0;
    this.#aircraft.showNames(zoom >= namesZoom || ids.size <= namesMax);
    const [longitude = 0, latitude = 0] = toLonLat(this.#view.getCenter() ?? [0, 0]);
    this.#listeners.onMoved({ latitude, longitude, zoom }, ids);
  }

  #draw(next: MapContent): void {
    const before = this.#content;
    this.#content = next;
    if (!this.#colours) return;
    this.#aircraft.setAircraft(next.aircraft, Date.now());
    this.#aircraft.showTrails(next.hasTrails);
    this.#aircraft.showWords(next.words);
    const isSame =
      before?.stations === next.stations &&
      before.ground === next.ground &&
      before.box === next.box;
    if (!isSame || before === next) this.#fixed.show(next, this.#colours);
    if (before?.cells !== next.cells || before === next) {
      this.#cells.clear(true);
      this.#cells.addFeatures(cellFeatures(next.cells, this.#colours));
    }
    this.#selection.clear(true);
    this.#selection.addFeatures(selectionOf(next, this.#colours));
  }
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
