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
import type { MapColours } from "../basemap/colours.ts";
import { plainText } from "../words/plain-text.ts";
import { unwrapped } from "./geodesy.ts";
import type { SaidWords } from "./newest-words.ts";
import type { Aircraft } from "./positions.ts";
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
export function createAircraftLayers() {
  const source = new VectorSource<PointFeature>();
  const trailSource = new VectorSource<LineFeature>();
  const wordsSource = new VectorSource<PointFeature>();
  const features = new Map<string, PointFeature>();
  const symbols = new VectorLayer({
    source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });
  const names = new VectorLayer({ source, declutter: "aircraft", visible: false });
  const trails = new VectorLayer({ source: trailSource, visible: false });
  const trailsOf = new Map<string, LineFeature>();
  const words = new VectorLayer({
    source: wordsSource,
    declutter: "words",
    updateWhileAnimating: true,
    updateWhileInteracting: true,
  });

  function removeTrail(airframeId: string): void {
    const line = trailsOf.get(airframeId);
    if (line) trailSource.removeFeature(line);
    trailsOf.delete(airframeId);
  }

  function showTrail(aircraft: Aircraft): void {
    const { airframeId, trail } = aircraft;
    if (trail.length === 0) return removeTrail(airframeId);
    const geometry = new LineString(unwrapped([...trail, aircraft]).map(coordinateOf));
    const known = trailsOf.get(airframeId);
    if (known) return known.setGeometry(geometry);
    const line = new Feature(geometry);
    trailsOf.set(airframeId, line);
    trailSource.addFeature(line);
  }

  return {
    layers: [trails, symbols, names, words],
    source,
    setColours(colours: MapColours): void {
      const sprite = createSprites(colours);
      symbols.setStyle((feature) => {
        const look: Look = feature.get("look");
        return sprite(look);
      });
      const fill = new Fill({ color: colours.ink });
      const stroke = new Stroke({ color: colours.ground, width: 3 });
      const font = `600 12px ${colours.sans}`;
      names.setStyle((feature) => {
        const text = String(feature.get("name"));
        return new Style({ text: new Text({ text, font, fill, stroke, offsetY: 18 }) });
      });
      trails.setStyle(
        new Style({ stroke: new Stroke({ color: `${colours.accent}99`, width: 1 }) }),
      );
      words.setStyle(wordsStyle(colours));
    },
    /** Moves, adds and removes symbols. */
    setAircraft(aircraft: readonly Aircraft[], nowMs: number): void {
      const expired = new Set(features.keys());
      const added: PointFeature[] = [];
      for (const one of aircraft) {
        expired.delete(one.airframeId);
        const known = features.get(one.airframeId);
        if (known?.get("messageId") !== one.messageId) showTrail(one);
        if (known) update(known, one, nowMs);
        else {
          const feature = new Feature(new Point(coordinateOf(one)));
          feature.setProperties(propertiesOf(one, opacityOf(nowMs - one.atMs)), true);
          features.set(one.airframeId, feature);
          added.push(feature);
        }
      }
      source.addFeatures(added);
      for (const airframeId of expired) {
        const feature = features.get(airframeId);
        if (feature) source.removeFeature(feature);
        features.delete(airframeId);
        removeTrail(airframeId);
      }
      source.changed();
    },
    showNames(isShown: boolean): void {
      names.setVisible(isShown);
    },
    showTrails(isShown: boolean): void {
      trails.setVisible(isShown);
    },
    /** Shows words beside the aircraft that said them. */
    showWords(said: readonly SaidWords[]): void {
      wordsSource.clear(true);
      wordsSource.addFeatures(
        said.flatMap(({ airframeId, text }) => {
          const geometry = features.get(airframeId)?.getGeometry();
          if (!geometry) return [];
          const feature = new Feature(geometry);
          feature.set("text", inLines(plainText(text, wordsCharsMax)));
          return [feature];
        }),
      );
    },
    /** Returns the airframe nearest to a point of the map; null if none is near. */
    hit(coordinate: number[], resolution: number): string | null {
      const near = buffer(boundingExtent([coordinate]), hitPixels * resolution);
      const distances = source.getFeaturesInExtent(near).map((feature) => {
        const [x = 0, y = 0] = feature.getGeometry()?.getCoordinates() ?? [];
        const distance = Math.hypot(x - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0));
        return { id: String(feature.get("airframeId")), distance };
      });
      return distances.toSorted((a, b) => a.distance - b.distance)[0]?.id ?? null;
    },
  };
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
