import type { FeatureLike } from "ol/Feature.js";
import Circle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import Style, { type StyleFunction } from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapColours } from "./colours.ts";

/** Parts of the base map that can be switched off. */
export interface BaseShown {
  readonly borders: boolean;
  readonly airports: boolean;
}

const zoomOfResolution1 = Math.log2(156_543.033_928);
/** The lowest zooms of the codes of airports, and of small airports. */
const codesZoom = 6.5;
const smallAirportsZoom = 8;
const largestTownZoom = 3;
/** Towns appear this much earlier or later than they are in the tiles, which have few zooms. */
const smallTownsZoom = 7.5;

/** Returns how the base map looks in a theme. */
export function baseStyle(colours: MapColours, parts: BaseShown): StyleFunction {
  const { sea, land, coast, label, sans } = colours;
  const landStyle = new Style({
    fill: new Fill({ color: land }),
    stroke: new Stroke({ color: coast, width: 1 }),
  });
  const lakeStyle = new Style({ fill: new Fill({ color: sea }) });
  const riverStyle = new Style({ stroke: new Stroke({ color: sea, width: 1 }) });
  const borderStyle = new Style({
    stroke: new Stroke({ color: coast, width: 1, lineDash: [4, 3] }),
  });
  const halo = new Stroke({ color: land, width: 3 });
  const fill = new Fill({ color: label });
  const dot = new Circle({ radius: 2, fill: new Fill({ color: label }) });
  const airportDot = new Circle({
    radius: 3,
    fill: new Fill({ color: land }),
    stroke: new Stroke({ color: label, width: 1 }),
  });

  function townStyle(feature: FeatureLike, zoom: number): Style | undefined {
    const from = Number(feature.get("zoom"));
    if (zoom < largestTownZoom || (from >= 6 && zoom < smallTownsZoom) || zoom < from) return;
    const text = String(feature.get("name"));
    const font = `${from <= 3 ? 600 : 400} ${from <= 4 ? 12 : 11}px ${sans}`;
    const name = new Text({ text, font, fill, stroke: halo, offsetY: -9, overflow: false });
    return new Style({ image: dot, text: name, zIndex: -from });
  }

  function airportStyle(feature: FeatureLike, zoom: number): Style | undefined {
    if (!parts.airports || (feature.get("large") !== true && zoom < smallAirportsZoom)) return;
    if (zoom < codesZoom) return new Style({ image: airportDot });
    const text = String(feature.get("code"));
    const font = `11px ${sans}`;
    return new Style({
      image: airportDot,
      text: new Text({ text, font, fill, stroke: halo, offsetY: 10 }),
    });
  }

  return (feature, resolution) => {
    const zoom = zoomOfResolution1 - Math.log2(resolution);
    switch (feature.get("layer")) {
      case "land":
        return landStyle;
      case "lakes":
        return lakeStyle;
      case "rivers":
        return zoom >= 3 ? riverStyle : undefined;
      case "borders":
        return parts.borders ? borderStyle : undefined;
      case "towns":
        return townStyle(feature, zoom);
      case "airports":
        return airportStyle(feature, zoom);
      default:
        return undefined;
    }
  };
}
