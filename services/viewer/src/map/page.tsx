import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../look/button.tsx";
import { PageTitle } from "../app/page-title.tsx";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { readProblem } from "../data/problem.ts";
import { useStore } from "../data/store.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { definedOf, type Filters, filtersOf } from "../filters/query.ts";
import { Select } from "../form/field.tsx";
import { Failure } from "../look/query-state.tsx";
import { StaleLine } from "../look/stale-line.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { age } from "../words/time.ts";
import { AircraftList, type Sort } from "./aircraft-list.tsx";
import { AircraftPanel } from "./aircraft-panel.tsx";
import type { MapListeners } from "./aircraft-map.ts";
import type { FixedId } from "./fixed-layers.ts";
import { FixedPanel } from "./fixed-panel.tsx";
import { aircraftView } from "./follow-positions.ts";
import type { LatLon } from "./geodesy.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { MapCommands } from "./map-commands.tsx";
import {
  readAt,
  readBox,
  readLayers,
  readWindow,
  writeAt,
  writeBox,
  writeLayers,
} from "./map-query.ts";
import type { Aircraft } from "./positions.ts";
import { NoAircraft } from "./no-aircraft.tsx";
import { Sheet } from "./sheet.tsx";
import {
  positionsMs,
  useGroundStations,
  useOwnStations,
  usePositions,
  useReach,
  useStations,
  useTrack,
} from "./use-map-data.ts";
import { useSelected } from "./use-selected.ts";
import "./small-map.css";
import "./map.css";
import "./map-side.css";

const route = getRouteApi("/map");
const sorts: readonly Sort[] = ["age", "flight", "altitude"];
const minuteMs = 60_000;
const writeAtMs = 400;
const ownNames = new Set(["at", "a", "follow", "layers", "window"]);

/** The page of the map: the newest position of each aircraft. */
export function MapPage(): ReactNode {
  const query = route.useSearch();
  const navigate = useUnlessLeft(route.useNavigate());
  const filters = filtersOf(definedOf(query));
  const layersText = query["layers"];
  const layers = useMemo(() => readLayers(layersText), [layersText]);
  const minutes = readWindow(query["window"]);
  const { query: positions, isLive } = usePositions(filters, minutes);
  const aircraft = useStore(aircraftView);
  const selected = useSelected(aircraft, query["a"]);
  const [fixed, setFixed] = useState<FixedId | null>(null);
  const [corner, setCorner] = useState<LatLon | "none" | null>(null);
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  const [sort, setSort] = useState<Sort>("age");
  const stations = useStations(layers.has("stations"));
  const ground = useGroundStations(layers.has("ground"));
  const own = useOwnStations();
  const track = useTrack(selected?.flightId ?? null);
  const reach = useReach(fixed?.kind === "station" ? fixed.id : null);
  const writeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(writeTimer.current), []);

  function set(change: Readonly<Record<string, string | undefined>>): void {
    void navigate({ search: (all) => ({ ...all, ...change }), replace: true, resetScroll: false });
  }
  function select(one: Aircraft | null): void {
    setFixed(null);
    set({ a: one ? (one.icao ?? one.airframeId) : undefined, follow: undefined });
  }
  function changeFilters(next: Filters): void {
    const rest = Object.entries(query).filter(([name]) => ownNames.has(name));
    void navigate({ search: { ...Object.fromEntries(rest), ...next }, replace: true });
  }

  const listeners: MapListeners = {
    onAircraft: (id) => select(aircraft.find(({ airframeId }) => airframeId === id) ?? null),
    onFixed: setFixed,
    onNothing: () => {
      if (query["a"] !== undefined) select(null);
      setFixed(null);
    },
    onCorner: (next) => {
      if (corner === "none" || corner === null) setCorner(next);
      else {
        setCorner(null);
        changeFilters({ ...filters, bbox: writeBox(corner, next) });
      }
    },
    onMoved: (at, ids) => {
      setInView((before) => (hasSame(before, ids) ? before : ids));
      clearTimeout(writeTimer.current);
      const text = writeAt(at);
      writeTimer.current = setTimeout(() => {
        if (new URLSearchParams(location.search).get("at") !== text) set({ at: text });
      }, writeAtMs);
    },
    onPan: () => {
      if (query["follow"] !== undefined) set({ follow: undefined });
    },
  };

  const box = query["bbox"];
  const hasTrails = layers.has("tracks");
  const content = useMemo(
    () => ({
      aircraft,
      stations: (layers.has("stations") && stations.data) || noThings,
      ground: (layers.has("ground") && ground.data) || noThings,
      box: readBox(box),
      hasTrails,
      selected,
      track: track.data ?? noThings,
      reach: reach.data ?? null,
    }),
    [
      aircraft,
      stations.data,
      ground.data,
      layers,
      box,
      hasTrails,
      selected,
      track.data,
      reach.data,
    ],
  );
  const shown = useMemo(
    () => ({
      borders: layers.has("borders"),
      airports: layers.has("airports"),
      night: layers.has("night"),
    }),
    [layers],
  );
  const listed = useMemo(
    () => aircraft.filter(({ airframeId }) => inView.has(airframeId)),
    [aircraft, inView],
  );
  const placed = own.data?.filter(isPlaced) ?? [];
  const firstPositions = selected
    ? [selected]
    : placed.length > 0
      ? placed
      : aircraft.length > 0
        ? aircraft
        : null;
  const refused = positions.error ? Object.keys(readProblem(positions.error).fields) : [];

  return (
    <div className="page map-page">
      <div className="page-head">
        <PageTitle text={en.map.title} />
        <FilterBar filters={filters} refused={refused} onChange={changeFilters} />
        <MapCommands
          minutes={minutes}
          onMinutes={(text) => set({ window: text })}
          isDrawing={corner !== null}
          onDraw={() => setCorner(corner === null ? "none" : null)}
          layers={layers}
          onLayers={(next) => set({ layers: writeLayers(next) })}
        />
      </div>
      <div className="map-body">
        <div className="map-area">
          <MapCanvas
            content={content}
            shown={shown}
            firstAt={readAt(query["at"])}
            isFollowing={query["follow"] === "1"}
            isDrawing={corner !== null}
            listeners={listeners}
            firstPositions={firstPositions}
          />
          {corner !== null && (
            <p className="map-note" aria-live="polite">
              {corner === "none" ? en.map.drawFirst : en.map.drawSecond}
              <Button onClick={() => setCorner(null)}>{en.map.drawCancel}</Button>
            </p>
          )}
          {positions.data?.isFull === true && corner === null && (
            <p className="map-note">
              <span className="map-note-text">{en.map.truncated}</span>
            </p>
          )}
        </div>
        <Sheet
          head={
            <>
              <h2>
                {listed.length === aircraft.length
                  ? en.map.aircraft(count(aircraft.length))
                  : en.map.aircraftOf(count(listed.length), count(aircraft.length))}
              </h2>
              <Select
                label={en.map.sortBy}
                labelled="hidden"
                value={sort}
                onText={(chosen) => setSort(sorts.find((one) => one === chosen) ?? "age")}
                options={sorts.map((value) => ({ value, text: en.map.sorts[value] }))}
              />
            </>
          }
        >
          {positions.error && (
            <Failure error={positions.error} onRetry={() => void positions.refetch()} />
          )}
          {!positions.error && <StaleLine query={positions} everyMs={positionsMs} />}
          {!isLive && <p className="quiet small map-side-note">{en.map.notLive}</p>}
          {listed.length === 0 && !positions.isPending && !positions.error && (
            <NoAircraft
              hasOthers={aircraft.length > 0}
              hasFilter={Object.keys(filters).length > 0}
              minutes={minutes}
              onClearFilter={() => changeFilters({})}
              onWiden={(window) => set({ window })}
            />
          )}
          <AircraftList
            aircraft={listed}
            selectedId={selected?.airframeId ?? null}
            sort={sort}
            onSelect={select}
          />
          {selected && (
            <AircraftPanel
              aircraft={selected}
              isFollowed={query["follow"] === "1"}
              onFollow={() => set({ follow: query["follow"] === "1" ? undefined : "1" })}
              onClose={() => select(null)}
            />
          )}
          {!selected && query["a"] !== undefined && positions.isSuccess && (
            <p className="empty">{en.map.noPosition(age(minutes * minuteMs))}</p>
          )}
          {!selected && fixed && (
            <FixedPanel
              fixed={fixed}
              stations={content.stations}
              ground={content.ground}
              onClose={() => setFixed(null)}
            />
          )}
        </Sheet>
      </div>
    </div>
  );
}

const noThings: readonly never[] = [];

function isPlaced<Thing extends { latitude: number | null; longitude: number | null }>(
  thing: Thing,
): thing is Thing & LatLon {
  return thing.latitude !== null && thing.longitude !== null;
}

function hasSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
