import { useMemo } from "react";
import { useStore } from "../data/store.ts";
import type { MapContent } from "./aircraft-map.ts";
import type { FixedId } from "./layers/fixed-layers.ts";
import { aircraftView } from "./positions/follow-positions.ts";
import type { LatLon } from "./geodesy.ts";
import { shownCells } from "./layers/shown-cells.ts";
import { readBox } from "./map-query.ts";
import { newestWords } from "./positions/newest-words.ts";
import type { MapAddress } from "./use-map-address.ts";
import {
  useCells,
  useGroundStations,
  useOwnStationPositions,
  usePositions,
  useReach,
  useStations,
  useTrack,
} from "./use-map-data.ts";
import { useSelected } from "./positions/use-selected.ts";

const noThings: readonly never[] = [];

/** Reads what the map shows as its address says, with the positions that its first view shows. */
export function useMapContent(address: MapAddress, fixed: FixedId | null) {
  const { filters, minutes, layers, box } = address;
  const { query: positions, isLive } = usePositions(filters, minutes);
  const aircraft = useStore(aircraftView);
  const words = useStore(newestWords);
  const selected = useSelected(aircraft, address.selected);
  const stations = useStations(layers.has("stations")).data;
  const ground = useGroundStations(layers.has("ground")).data;
  const own = useOwnStationPositions().data?.filter(isPlaced) ?? noThings;
  const track = useTrack(selected?.flightId ?? null).data ?? noThings;
  const stationId = fixed?.kind === "station" ? fixed.id : null;
  const reach = useReach(stationId).data ?? null;
  const hasCells = layers.has("cells");
  const read = useCells(stationId, filters, hasCells).data;
  const cells = useMemo(() => (read && hasCells ? shownCells(read) : noThings), [read, hasCells]);
  const content: MapContent = useMemo(
    () => ({
      aircraft,
      words,
      stations: (layers.has("stations") && stations) || noThings,
      ground: (layers.has("ground") && ground) || noThings,
      box: readBox(box),
      hasTrails: layers.has("tracks"),
      selected,
      track,
      reach,
      cells,
    }),
    [aircraft, words, stations, ground, layers, box, selected, track, reach, cells],
  );
  const isWithoutCells = hasCells && read?.features.length === 0;
  const whose: "network" | "station" = stationId === null ? "network" : "station";
  const cellsNote = isWithoutCells ? whose : null;
  const first = [selected ? [selected] : noThings, own, aircraft].find(({ length }) => length > 0);
  return { content, positions, isLive, firstPositions: first ?? null, cellsNote };
}

export type MapData = ReturnType<typeof useMapContent>;

function isPlaced<Thing extends { latitude: number | null; longitude: number | null }>(
  thing: Thing,
): thing is Thing & LatLon {
  return thing.latitude !== null && thing.longitude !== null;
}
