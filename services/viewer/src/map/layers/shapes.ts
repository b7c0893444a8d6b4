import Feature from "ol/Feature.js";
import LineString from "ol/geom/LineString.js";
import Point from "ol/geom/Point.js";
import Polygon from "ol/geom/Polygon.js";
import { fromLonLat } from "ol/proj.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { MapColours } from "../../basemap/colours.ts";
import { sourceTypeLook } from "../../ui/source-types.ts";
import { type LatLon, reachOutline, type Sectors, continuousLongitudes } from "../geodesy.ts";

/** Returns a position in the coordinates of the map. */
export function coordinateOf({ latitude, longitude }: LatLon): number[] {
  return fromLonLat([longitude, latitude]);
}

export function pointFeature(position: LatLon, style: Style): Feature {
  const feature = new Feature(new Point(coordinateOf(position)));
  feature.setStyle(style);
  return feature;
}

/** Returns the parts of a track, each in the colour of the source at its end, over an outline. */
export function trackFeatures(
  track: readonly (LatLon & { readonly sourceType: string })[],
  colours: MapColours,
  width = 2,
): Feature[] {
  const positions = continuousLongitudes(track);
  return runsOf(positions).map(({ colour, positions: run }) => {
    const feature = new Feature(new LineString(run.map(coordinateOf)));
    feature.setStyle([
      new Style({ stroke: new Stroke({ color: colours.ground, width: width + 2 }) }),
      new Style({ stroke: new Stroke({ color: colours.types[colour], width }) }),
    ]);
    return feature;
  });
}

/** Joins neighbours of one colour to lines; each line begins where the one before ends. */
function runsOf<Position extends LatLon & { readonly sourceType: string }>(
  positions: readonly Position[],
) {
  const runs: {
    readonly colour: ReturnType<typeof sourceTypeLook>["colour"];
    readonly positions: Position[];
  }[] = [];
  for (const [index, position] of positions.entries()) {
    const before = positions[index - 1];
    if (!before) continue;
    const { colour } = sourceTypeLook(position.sourceType);
    const run = runs.at(-1);
    if (run?.colour === colour) run.positions.push(position);
    else runs.push({ colour, positions: [before, position] });
  }
  return runs;
}

/** Returns the area that a station receives from. */
export function reachFeature(sectors: Sectors, colours: MapColours): Feature {
  const feature = new Feature(new Polygon([reachOutline(sectors).map(coordinateOf)]));
  feature.setStyle(
    new Style({
      fill: new Fill({ color: `${colours.accent}22` }),
      stroke: new Stroke({ color: colours.accent, width: 1.5 }),
    }),
  );
  return feature;
}

/** Returns areas, each with the strength of its colour from 0 to 1. */
export function cellFeatures(
  cells: readonly {
    readonly ring: readonly (readonly [number, number])[];
    readonly heat: number;
  }[],
  colours: MapColours,
): Feature[] {
  return cells.map(({ ring, heat }) => {
    const feature = new Feature(new Polygon([ring.map((corner) => fromLonLat([...corner]))]));
    const alpha = Math.round((0.15 + 0.65 * heat) * 255).toString(16);
    feature.setStyle(
      new Style({
        fill: new Fill({ color: `${colours.accent}${alpha}` }),
        stroke: new Stroke({ color: colours.ground, width: 0.5 }),
      }),
    );
    return feature;
  });
}

/** Returns the dashed line to the estimated position of an aircraft. */
export function leaderFeature(from: LatLon, to: LatLon, colours: MapColours): Feature {
  const feature = new Feature(new LineString(continuousLongitudes([from, to]).map(coordinateOf)));
  feature.setStyle(
    new Style({ stroke: new Stroke({ color: colours.ink, width: 1.5, lineDash: [5, 4] }) }),
  );
  return feature;
}
