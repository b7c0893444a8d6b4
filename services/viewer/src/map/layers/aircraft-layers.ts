import Feature, { type FeatureLike } from "ol/Feature.js";
import { boundingExtent, buffer } from "ol/extent.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapColours } from "../../basemap/colours.ts";
import { plainText } from "../../text/plain-text.ts";
import { continuousLongitudes } from "../geodesy.ts";
import type { SaidWords } from "../positions/newest-words.ts";
import type { Aircraft } from "../positions/positions.ts";
import { coordinateOf } from "./shapes.ts";
import { createSprites, type Look } from "./sprites.ts";

type PointFeature = Feature<Point>;
type LineFeature = Feature<LineString>;

const minuteMs = 60_000;
const hitPixels = 16;
const wordsCharsMax = 64;
const lineCharsMax = 34;

/** Returns how a position fades with its age. */
function opacityOf(ageMs: number): number {
  if (ageMs < 10 * minuteMs) return 1;
  return ageMs < 30 * minuteMs ? 0.7 : 0.45;
}

/** The layers of aircraft: symbols, names, trails and newest words. */
export class AircraftLayers {
  readonly source = new VectorSource<PointFeature>();
  readonly layers: readonly VectorLayer[];
  readonly #features = new Map<string, PointFeature>();
  readonly #symbols = new VectorLayer({
    source: this.source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  readonly #names = new VectorLayer({ source: this.source, declutter: "aircraft", visible: false });
  readonly #trails = new TrailLayer();
  readonly #wordsSource = new VectorSource<PointFeature>();
  readonly #words = new VectorLayer({
    source: this.#wordsSource,
    declutter: "words",
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });

  constructor() {
    this.layers = [this.#trails.layer, this.#symbols, this.#names, this.#words];
  }

  setColours(colours: MapColours): void {
    const sprite = createSprites(colours);
    this.#symbols.setStyle((feature) => {
      const look: Look = feature.get("look");
      return sprite(look);
    });
    const fill = new Fill({ color: colours.ink });
    const stroke = new Stroke({ color: colours.ground, width: 3 });
    const font = `600 12px ${colours.sans}`;
    this.#names.setStyle((feature) => {
      const text = String(feature.get("name"));
      return new Style({ text: new Text({ text, font, fill, stroke, offsetY: 18 }) });
    });
    this.#trails.setColours(colours);
    this.#words.setStyle(wordsStyle(colours));
  }

  /** Moves, adds and removes symbols. */
  setAircraft(aircraft: readonly Aircraft[], nowMs: number): void {
    const expired = new Set(this.#features.keys());
    const added: PointFeature[] = [];
    for (const one of aircraft) {
      expired.delete(one.airframeId);
      const known = this.#features.get(one.airframeId);
      if (known?.get("messageId") !== one.messageId) this.#trails.show(one);
      if (known) update(known, one, nowMs);
      else {
        const feature = new Feature(new Point(coordinateOf(one)));
        feature.setProperties(propertiesOf(one, opacityOf(nowMs - one.atMs)), true);
        this.#features.set(one.airframeId, feature);
        added.push(feature);
      }
    }
    this.source.addFeatures(added);
    for (const airframeId of expired) {
      const feature = this.#features.get(airframeId);
      if (feature) this.source.removeFeature(feature);
      this.#features.delete(airframeId);
      this.#trails.remove(airframeId);
    }
    this.source.changed();
  }

  showNames(isShown: boolean): void {
    this.#names.setVisible(isShown);
  }

  showTrails(isShown: boolean): void {
    this.#trails.layer.setVisible(isShown);
  }

  /** Shows words beside the aircraft that said them. */
  showWords(said: readonly SaidWords[]): void {
    this.#wordsSource.clear(true);
    this.#wordsSource.addFeatures(
      said.flatMap(({ airframeId, text }) => {
        const geometry = this.#features.get(airframeId)?.getGeometry();
        if (!geometry) return [];
        const feature = new Feature(geometry);
        feature.set("text", inLines(plainText(text, wordsCharsMax)));
        return [feature];
      }),
    );
  }

  /** Returns the airframe nearest to a point of the map; null if none is near. */
  hit(coordinate: number[], resolution: number): string | null {
    const near = buffer(boundingExtent([coordinate]), hitPixels * resolution);
    const distances = this.source.getFeaturesInExtent(near).map((feature) => {
      const [x = 0, y = 0] = feature.getGeometry()?.getCoordinates() ?? [];
      const distance = Math.hypot(x - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0));
      return { id: String(feature.get("airframeId")), distance };
    });
    return distances.toSorted((a, b) => a.distance - b.distance)[0]?.id ?? null;
  }
}

/** The trails of aircraft: where each was in the last minutes. */
class TrailLayer {
  readonly #source = new VectorSource<LineFeature>();
  readonly #lines = new Map<string, LineFeature>();
  readonly layer = new VectorLayer({ source: this.#source, visible: false });

  setColours({ accent }: MapColours): void {
    this.layer.setStyle(new Style({ stroke: new Stroke({ color: `${accent}99`, width: 1 }) }));
  }

  show(aircraft: Aircraft): void {
    const { airframeId, trail } = aircraft;
    if (trail.length === 0) return this.remove(airframeId);
    const geometry = new LineString(continuousLongitudes([...trail, aircraft]).map(coordinateOf));
    const known = this.#lines.get(airframeId);
    if (known) return known.setGeometry(geometry);
    const line = new Feature(geometry);
    this.#lines.set(airframeId, line);
    this.#source.addFeature(line);
  }

  remove(airframeId: string): void {
    const line = this.#lines.get(airframeId);
    if (line) this.#source.removeFeature(line);
    this.#lines.delete(airframeId);
  }
}

/** Returns how words look: a small box to the right of the aircraft. */
function wordsStyle(colours: MapColours): (feature: FeatureLike) => Style {
  const fill = new Fill({ color: colours.ink });
  const backgroundFill = new Fill({ color: colours.surface });
  const backgroundStroke = new Stroke({ color: colours.accent, width: 1 });
  return (feature) =>
    new Style({
      text: new Text({
        text: String(feature.get("text")),
        font: `12px ${colours.sans}`,
        textAlign: "left",
        justify: "left",
        offsetX: 20,
        offsetY: -16,
        padding: [3, 6, 3, 6],
        fill,
        backgroundFill,
        backgroundStroke,
      }),
    });
}

/** Returns a text in two lines at most. */
function inLines(text: string): string {
  if (text.length <= lineCharsMax) return text;
  const space = text.lastIndexOf(" ", lineCharsMax);
  const end = space > 0 ? space : lineCharsMax;
  return `${text.slice(0, end)}\n${text.slice(end).trimStart()}`;
}

/** Brings a symbol up to date. Most have not changed since the last time, and cost nothing. */
function update(feature: PointFeature, aircraft: Aircraft, nowMs: number): void {
  const opacity = opacityOf(nowMs - aircraft.atMs);
  const look: Look = feature.get("look");
  if (feature.get("messageId") === aircraft.messageId && look.opacity === opacity) return;
  feature.setProperties(propertiesOf(aircraft, opacity), true);
  feature.getGeometry()?.setCoordinates(coordinateOf(aircraft));
}

function propertiesOf(aircraft: Aircraft, opacity: number) {
  const { airframeId, messageId, sourceType, track } = aircraft;
  const name = plainText(aircraft.flight ?? aircraft.tail ?? aircraft.icao ?? "");
  const look: Look = { sourceType, track, opacity };
  return { airframeId, messageId, look, name };
}
