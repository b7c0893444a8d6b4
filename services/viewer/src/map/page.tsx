import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { readProblem } from "../data/rest/problem.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { Button } from "../ui/button.tsx";
import { en } from "../text/en.ts";
import type { MapListeners } from "./aircraft-map.ts";
import type { FixedId } from "./layers/fixed-layers.ts";
import type { LatLon } from "./geodesy.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { MapCommands } from "./map-commands.tsx";
import { MapLegend } from "./map-legend.tsx";
import { type ViewAt, writeAt, writeBox, writeLayers } from "./map-query.ts";
import { MapSide } from "./side/map-side.tsx";
import type { Aircraft } from "./positions/positions.ts";
import { type MapAddress, useMapAddress } from "./use-map-address.ts";
import { useMapContent } from "./use-map-content.ts";
import "./small-map/small-map.css";
import "./map.css";
import "./side/map-side.css";

const writeAtMs = 400;

/** The page of the map: the newest position of each aircraft. */
export function MapPage(): ReactNode {
  const address = useMapAddress();
  const { layers } = address;
  const [fixed, setFixed] = useState<FixedId | null>(null);
  const [goal, setGoal] = useState<ViewAt | null>(null);
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const data = useMapContent(address, fixed);
  const { content, positions } = data;
  const { aircraft } = content;
  const drawing = useDrawing(address);
  const writeView = useWrittenView(address);
  const shown = useMemo(
    () => ({
      borders: layers.has("borders"),
      airports: layers.has("airports"),
      night: layers.has("night"),
    }),
    [layers],
  );

  function select(one: Aircraft | null): void {
    setFixed(null);
    address.set({ a: one ? (one.icao ?? one.airframeId) : undefined, follow: undefined });
  }
  const listeners: MapListeners = {
    onAircraft: (id) => select(aircraft.find(({ airframeId }) => airframeId === id) ?? null),
    onFixed: setFixed,
    onNothing: () => {
      if (address.selected !== undefined) select(null);
      setFixed(null);
    },
    onCorner: drawing.onCorner,
    onMoved: (at, ids) => {
      setInView((before) => (hasSame(before, ids) ? before : ids));
      writeView(at);
    },
    onPan: () => {
      if (address.isFollowed) address.set({ follow: undefined });
    },
  };

  return (
    <div className="page map-page">
      <div className="page-head">
        <PageTitle text={en.map.title} />
        <FilterBar
          filters={address.filters}
          refused={positions.error ? Object.keys(readProblem(positions.error).fields) : []}
          onChange={address.changeFilters}
        />
        <MapCommands
          minutes={address.minutes}
          onMinutes={(text) => address.set({ window: text })}
          isDrawing={drawing.isOn}
          onDraw={drawing.toggle}
          layers={layers}
          onLayers={(next) => address.set({ layers: writeLayers(next) })}
          aircraft={aircraft}
          onAircraft={select}
          onAirport={setGoal}
        />
      </div>
      <div className="map-body">
        <div className="map-area">
          <MapCanvas
            content={content}
            shown={shown}
            firstAt={address.at}
            goal={goal}
            isFollowing={address.isFollowed}
            isDrawing={drawing.isOn}
            listeners={listeners}
            firstPositions={data.firstPositions}
          />
          <MapLegend hasCells={layers.has("cells")} />
          {drawing.note}
          {data.cellsNote !== null && !drawing.isOn && (
            <p className="map-note" role="status">
              <span className="map-note-text">{en.map.noCells[data.cellsNote]}</span>
            </p>
          )}
          {positions.data?.isFull === true && !drawing.isOn && data.cellsNote === null && (
            <p className="map-note">
              <span className="map-note-text">{en.map.truncated}</span>
            </p>
          )}
        </div>
        <MapSide
          address={address}
          data={data}
          inView={inView}
          fixed={fixed}
          onSelect={select}
          onCloseFixed={() => setFixed(null)}
        />
      </div>
    </div>
  );
}

/** Drawing the area of the filter, by two of its corners. */
function useDrawing(address: MapAddress) {
  const [corner, setCorner] = useState<LatLon | "none" | null>(null);
  return {
    isOn: corner !== null,
    toggle: () => setCorner(corner === null ? "none" : null),
    onCorner(next: LatLon): void {
      if (corner === "none" || corner === null) return setCorner(next);
      setCorner(null);
      address.changeFilters({ ...address.filters, bbox: writeBox(corner, next) });
    },
    note: corner !== null && (
      <p className="map-note" aria-live="polite">
        {corner === "none" ? en.map.drawFirst : en.map.drawSecond}
        <Button onClick={() => setCorner(null)}>{en.map.drawCancel}</Button>
      </p>
    ),
  };
}

/** Returns a function that writes where the map is into the address, once it rests. */
function useWrittenView(address: MapAddress): (at: ViewAt) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (at) => {
    clearTimeout(timer.current);
    const text = writeAt(at);
    timer.current = setTimeout(() => {
      if (new URLSearchParams(location.search).get("at") !== text) address.set({ at: text });
    }, writeAtMs);
  };
}

function hasSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
