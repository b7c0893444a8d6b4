import { getRouteApi } from "@tanstack/react-router";
import { BoxSelect } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { readProblem } from "../data/problem.ts";
import { useStore } from "../data/store.ts";
import { FilterBar } from "../filters/filter-bar.tsx";
import { type Filters, filtersOf } from "../filters/query.ts";
import { Failure } from "../look/query-state.tsx";
import { en } from "../words/en.ts";
import { count } from "../words/numbers.ts";
import { age } from "../words/time.ts";
import { AircraftList, type Sort } from "./aircraft-list.tsx";
import { AircraftPanel } from "./aircraft-panel.tsx";
import type { MapListeners } from "./aircraft-map.ts";
import type { FixedId } from "./fixed-layers.ts";
import { FixedPanel } from "./fixed-panel.tsx";
import { aircraftView, collectMessagesOf } from "./follow-positions.ts";
import type { LatLon } from "./geodesy.ts";
import { LayersMenu } from "./layers-menu.tsx";
import { MapCanvas } from "./map-canvas.tsx";
import {
  readAt,
  readBox,
  readLayers,
  readWindow,
  windowChoices,
  writeAt,
  writeBox,
  writeLayers,
} from "./map-query.ts";
import type { Aircraft } from "./positions.ts";
import { Sheet } from "./sheet.tsx";
import {
  useGroundStations,
  useOwnStations,
  usePositions,
  useReach,
  useStations,
  useTrack,
} from "./use-map-data.ts";
import "./small-map.css";
import "./map.css";

const route = getRouteApi("/map");
const sorts: readonly Sort[] = ["age", "flight", "altitude"];
const minuteMs = 60_000;
const writeAtMs = 400;
const ownNames = new Set(["at", "a", "follow", "layers", "window"]);

/** The page of the map: the newest position of each aircraft. */
export function MapPage(): ReactNode {
  const query = route.useSearch();
  const navigate = route.useNavigate();
  const filters = filtersOf(definedOf(query));
  const layersText = query["layers"];
  const layers = useMemo(() => readLayers(layersText), [layersText]);
  const minutes = readWindow(query["window"]);
  const positions = usePositions(filters, minutes);
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
  const hasFilter = Object.keys(filters).length > 0;

  return (
    <div className="page map-page">
      <div className="page-head">
        <PageTitle text={en.map.title} />
        <FilterBar filters={filters} refused={refused} onChange={changeFilters} />
        <div className="page-commands">
          <select
            className="select"
            aria-label={en.map.windows}
            value={minutes}
            onChange={({ target }) => set({ window: target.value })}
          >
            {windowChoices.map((choice) => (
              <option key={choice} value={choice}>
                {en.map.lastWindow(age(choice * minuteMs))}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button"
            aria-pressed={corner !== null}
            onClick={() => setCorner(corner === null ? "none" : null)}
          >
            <BoxSelect size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="map-command-text">{en.map.drawArea}</span>
          </button>
          <LayersMenu layers={layers} onChange={(next) => set({ layers: writeLayers(next) })} />
        </div>
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
              <button type="button" className="button" onClick={() => setCorner(null)}>
                {en.map.drawCancel}
              </button>
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
              <select
                className="select"
                aria-label={en.map.sortBy}
                value={sort}
                onChange={({ target }) =>
                  setSort(sorts.find((one) => one === target.value) ?? "age")
                }
              >
                {sorts.map((one) => (
                  <option key={one} value={one}>
                    {en.map.sorts[one]}
                  </option>
                ))}
              </select>
            </>
          }
        >
          {positions.error && (
            <Failure error={positions.error} onRetry={() => void positions.refetch()} />
          )}
          {listed.length === 0 && !positions.isPending && !positions.error && (
            <Empty
              text={
                aircraft.length > 0
                  ? en.map.emptyView
                  : hasFilter
                    ? en.map.emptyFiltered
                    : en.map.empty(age(minutes * minuteMs))
              }
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
            <Empty text={en.map.noPosition(age(minutes * minuteMs))} />
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

function Empty({ text }: { text: string }): ReactNode {
  return <p className="empty">{text}</p>;
}

/** Returns the aircraft that the address names, by ICAO address or id, and collects its messages. */
function useSelected(aircraft: readonly Aircraft[], name: string | undefined): Aircraft | null {
  const wanted = name?.toUpperCase();
  const found =
    wanted === undefined
      ? undefined
      : aircraft.find(({ icao, airframeId }) => icao === wanted || airframeId === name);
  const id = found?.airframeId ?? null;
  useEffect(() => collectMessagesOf(id), [id]);
  return found ?? null;
}

function isPlaced<Thing extends { latitude: number | null; longitude: number | null }>(
  thing: Thing,
): thing is Thing & LatLon {
  return thing.latitude !== null && thing.longitude !== null;
}

function hasSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function definedOf(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const entries = Object.entries(query);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
