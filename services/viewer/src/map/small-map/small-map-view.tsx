import type Feature from "ol/Feature.js";
import { mouseOnly } from "ol/events/condition.js";
import DoubleClickZoom from "ol/interaction/DoubleClickZoom.js";
import DragPan from "ol/interaction/DragPan.js";
import PinchZoom from "ol/interaction/PinchZoom.js";
import VectorLayer from "ol/layer/Vector.js";
import VectorSource from "ol/source/Vector.js";
import Fill from "ol/style/Fill.js";
import Stroke from "ol/style/Stroke.js";
import type Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { MapColours } from "../../basemap/colours.ts";
import { en } from "../../text/en.ts";
import { plainText } from "../../text/plain-text.ts";
import { createMap, type JetwireMap } from "../create-map.ts";
import { MapButtons } from "../map-buttons.tsx";
import { cellFeatures, pointFeature, reachFeature, trackFeatures } from "../layers/shapes.ts";
import type { MapPoint, SmallMapProps } from "./small-map.tsx";
import {
  airportStyle,
  createSprites,
  groundStationStyle,
  stationStyle,
} from "../layers/sprites.ts";

const padding = [32, 40, 40, 64];
const zoomMax = 9;
const namesMax = 12;

interface Opened {
  readonly made: JetwireMap;
  readonly source: VectorSource;
}

/** The map itself; `SmallMap` loads it. */
export function SmallMapView(props: SmallMapProps): ReactNode {
  const { label, points, track, sectors, cells, onSelect } = props;
  const element = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [colours, setColours] = useState<MapColours | null>(null);
  const fitted = useRef("");
  const select = useEffectEvent((id: string) => onSelect?.(id));

  useEffect(() => {
    if (!element.current) return;
    const source = new VectorSource();
    const made = createMap({
      element: element.current,
      layers: [new VectorLayer({ source, declutter: true })],
      interactions: [
        // On touch screens one finger scrolls the page.
        new DragPan({ condition: mouseOnly }),
        new PinchZoom(),
        new DoubleClickZoom(),
      ],
      onColours: setColours,
    });
    const { map } = made;
    map.getViewport()?.style.setProperty("touch-action", "pan-y");
    map.on("singleclick", ({ pixel }) => {
      const found = map.forEachFeatureAtPixel(pixel, (one) => one, { hitTolerance: 8 });
      const id: unknown = found?.get("pointId");
      if (typeof id === "string") select(id);
    });
    setOpened({ made, source });
    return () => made.dispose();
  }, []);

  useEffect(() => {
    if (!opened || !colours) return;
    opened.source.clear();
    opened.source.addFeatures(featuresOf({ points, track, sectors, cells }, colours));
    // A position that moves does not move the map.
    const shown = JSON.stringify([
      points?.map(({ id }) => id),
      track?.length === 0,
      sectors,
      cells?.length,
    ]);
    if (shown !== fitted.current) fitAll(opened);
    fitted.current = shown;
  }, [opened, colours, points, track, sectors, cells]);

  return (
    <>
      <div ref={element} className="small-map-canvas" role="img" aria-label={label} />
      <MapButtons map={opened?.made.map ?? null} onAll={() => opened && fitAll(opened)} />
      <span className="map-attribution">{en.map.attribution}</span>
    </>
  );
}

function fitAll({ made, source }: Opened): void {
  if (source.isEmpty()) return;
  const extent = source.getExtent();
  if (extent) made.map.getView().fit(extent, { padding, maxZoom: zoomMax });
}

type Shown = Partial<Pick<SmallMapProps, "points" | "track" | "sectors" | "cells">>;

function featuresOf({ points = [], track = [], sectors, cells = [] }: Given, colours: MapColours) {
  const symbol = symbolOf(colours);
  const hasNames = points.length <= namesMax;
  const symbols = points.map((point): Feature => {
    const style = symbol(point).clone();
    if (hasNames && point.name !== undefined) style.setText(nameOf(point.name, colours));
    const feature = pointFeature(point, style);
    feature.set("pointId", point.id);
    return feature;
  });
  return [
    ...cellFeatures(cells, colours),
    ...(sectors ? [reachFeature(sectors, colours)] : []),
    ...trackFeatures(track, colours),
    ...symbols,
  ];
}

type Given = { [Name in keyof Shown]: Shown[Name] | undefined };

function symbolOf(colours: MapColours): (point: MapPoint) => Style {
  const sprite = createSprites(colours);
  return ({ kind, sourceType = "", track = null, isOnline = true }) => {
    switch (kind) {
      case "aircraft":
        return sprite({ sourceType, track, opacity: 1 });
      case "station":
        return stationStyle(colours, isOnline);
      case "ground-station":
        return groundStationStyle(colours, sourceType);
      case "airport":
        return airportStyle(colours);
    }
  };
}

/** Returns a name as the map draws it, below its symbol. */
function nameOf(name: string, colours: MapColours): Text {
  return new Text({
    text: plainText(name),
    font: `12px ${colours.sans}`,
    offsetY: 16,
    fill: new Fill({ color: colours.ink }),
    stroke: new Stroke({ color: colours.ground, width: 3 }),
  });
}
