import Circle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Icon from "ol/style/Icon.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { MapColours } from "../../basemap/colours.ts";
import { type SourceColour, sourceTypeLook } from "../../ui/source-types.ts";

/** The airframe, seen from above, flying north, in a square of 24. */
const outline =
  "M12 1.5c1 0 1.5 1.3 1.5 3v4.7l8.5 5.2v2.3l-8.5-2.6v4.7l2.7 2v1.7l-4.2-1.1-4.2 1.1v-1.7l2.7-2v-4.7L2 16.7v-2.3l8.5-5.2V4.5c0-1.7.5-3 1.5-3z";
const size = 24;
const rotationStep = 5;
const pixelRatio = Math.min(2, globalThis.devicePixelRatio || 1);

/** The properties that decide how the symbol of an aircraft looks. */
export interface Look {
  readonly sourceType: string;
  /** Degrees from north; null for a dot. */
  readonly track: number | null;
  readonly opacity: number;
}

/** Draws the symbols of aircraft, each look once. */
export function createSprites(colours: MapColours) {
  const styles = new Map<string, Style>();
  return (look: Look): Style => {
    const { colour } = sourceTypeLook(look.sourceType);
    const steps = look.track === null ? null : rotationSteps(look.track);
    const key = `${colour} ${steps} ${look.opacity}`;
    const known = styles.get(key);
    if (known) return known;
    const image = draw(colours, { colour, steps, opacity: look.opacity });
    const style = new Style({ image: new Icon({ img: image, scale: 1 / pixelRatio }) });
    styles.set(key, style);
    return style;
  };
}

/** Returns a track as a number of steps, so that few symbols are drawn. */
function rotationSteps(track: number): number {
  const count = 360 / rotationStep;
  return ((Math.round(track / rotationStep) % count) + count) % count;
}

interface Drawing {
  readonly colour: SourceColour;
  readonly steps: number | null;
  readonly opacity: number;
}

function draw(colours: MapColours, { colour, steps, opacity }: Drawing): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size * pixelRatio;
  const context = canvas.getContext("2d");
  if (!context) return canvas;
  context.scale(pixelRatio, pixelRatio);
  context.globalAlpha = opacity;
  context.fillStyle = colours.types[colour];
  context.strokeStyle = colours.ground;
  context.lineWidth = 2;
  context.lineJoin = "round";
  const path = new Path2D(steps === null ? undefined : outline);
  if (steps === null) path.arc(size / 2, size / 2, 4.5, 0, 2 * Math.PI);
  else {
    context.translate(size / 2, size / 2);
    context.rotate((steps * rotationStep * Math.PI) / 180);
    context.scale(0.86, 0.86);
    context.translate(-size / 2, -size / 2);
  }
  // The outline is behind, so 1 px of it is seen.
  context.stroke(path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- it is no array
  context.fill(path);
  return canvas;
}

/** Returns the symbol of a station: filled if it is online. */
export function stationStyle(colours: MapColours, isOnline: boolean, isSelected = false): Style {
  const radius = isSelected ? 7 : 5;
  return new Style({
    image: new Circle({
      radius,
      fill: new Fill({ color: isOnline ? colours.good : colours.surface }),
      stroke: new Stroke({ color: isOnline ? colours.ground : colours.quiet, width: 1.5 }),
    }),
  });
}

/** Returns the symbol of a ground station: ◆ of HFDL, ■ of VDL2, ▲ of others. */
export function groundStationStyle(colours: MapColours, system: string): Style {
  const { colour } = sourceTypeLook(system);
  const fill = new Fill({ color: colours.types[colour] });
  const stroke = new Stroke({ color: colours.ground, width: 1.5 });
  const points = system === "hfdl" || system === "vdl" ? 4 : 3;
  const angle = system === "vdl" ? Math.PI / 4 : 0;
  return new Style({ image: new RegularShape({ points, radius: 7, angle, fill, stroke }) });
}

/** Returns the symbol of an airport: a ring. */
export function airportStyle(colours: MapColours): Style {
  return new Style({
    image: new Circle({
      radius: 5,
      fill: new Fill({ color: colours.land }),
      stroke: new Stroke({ color: colours.ink, width: 2 }),
    }),
  });
}
