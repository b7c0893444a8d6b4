import type { GroundStation, ListedStation } from "@jetwire/protocol";
import Feature from "ol/Feature.js";
import { boundingExtent, buffer } from "ol/extent.js";
import type Geometry from "ol/geom/Geometry.js";
import Polygon, { fromExtent } from "ol/geom/Polygon.js";
import VectorLayer from "ol/layer/Vector.js";
import { fromLonLat, transformExtent } from "ol/proj.js";
import VectorSource from "ol/source/Vector.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import type { MapColours } from "../../basemap/colours.ts";
import type { LatLon } from "../geodesy.ts";
import { pointFeature } from "./shapes.ts";
import { groundStationStyle, stationStyle } from "./sprites.ts";

/** A fixed thing on the map. */
export interface FixedId {
  readonly kind: "station" | "ground";
  readonly id: string;
}

interface Shown {
  readonly stations: readonly ListedStation[];
  readonly ground: readonly GroundStation[];
  /** The filter's box: west, south, east, north. */
  readonly box: readonly [number, number, number, number] | null;
}

const hitPixels = 12;
/** Positions of stations are rounded to a tenth of a degree, unless their owner shows the exact one. */
const roundedDegrees = 0.05;
const circlePoints = 32;

/** The layers of stations, ground stations and the area of the filter. */
export function createFixedLayers() {
  const source = new VectorSource();
  const layer = new VectorLayer({ source });
  return {
    layer,
    show({ stations, ground, box }: Shown, colours: MapColours): void {
      source.clear();
      if (box) source.addFeature(boxFeature(box, colours));
      for (const { id, system, latitude, longitude } of ground) {
        if (latitude === null || longitude === null) continue;
        const style = groundStationStyle(colours, system);
        source.addFeature(
          named(pointFeature({ latitude, longitude }, style), { kind: "ground", id }),
        );
      }
      for (const { id, latitude, longitude, online } of stations) {
        if (latitude === null || longitude === null) continue;
        const position = { latitude, longitude };
        if (isRounded(position)) source.addFeature(accuracyFeature(position, colours));
        const feature = pointFeature(position, stationStyle(colours, online));
        source.addFeature(named(feature, { kind: "station", id: String(id) }));
      }
    },
    /** Returns the thing nearest to a point of the map; null if none is near. */
    hit(coordinate: number[], resolution: number): FixedId | null {
      const near = buffer(boundingExtent([coordinate]), hitPixels * resolution);
      const found = source.getFeaturesInExtent(near).find((one) => one.get("fixed") !== undefined);
      return found?.get("fixed") ?? null;
    },
  };
}

function named(feature: Feature, fixed: FixedId): Feature {
  feature.set("fixed", fixed);
  return feature;
}

function isRounded({ latitude, longitude }: LatLon): boolean {
  return [latitude, longitude].every(
    (degrees) => Math.abs(degrees * 10 - Math.round(degrees * 10)) < 1e-6,
  );
}

/** Returns the area in which a station with a rounded position is. */
function accuracyFeature({ latitude, longitude }: LatLon, colours: MapColours): Feature {
  const stretch = 1 / Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  const circle = Array.from({ length: circlePoints + 1 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / circlePoints;
    const east = roundedDegrees * stretch * Math.cos(angle);
    return fromLonLat([longitude + east, latitude + roundedDegrees * Math.sin(angle)]);
  });
  return outlined(new Polygon([circle]), colours, [2, 3]);
}

function boxFeature(box: readonly number[], colours: MapColours): Feature {
  return outlined(fromExtent(transformExtent([...box], "EPSG:4326", "EPSG:3857")), colours, [6, 4]);
}

function outlined(shape: Geometry, { accent }: MapColours, lineDash: number[]): Feature {
  const feature = new Feature(shape);
  feature.setStyle(new Style({ stroke: new Stroke({ color: accent, width: 1, lineDash }) }));
  return feature;
}
