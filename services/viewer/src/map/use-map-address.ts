import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { useUnlessLeft } from "../app/use-unless-left.ts";
import { definedOf, type Filters, filtersOf } from "../filters/query.ts";
import { readAt, readLayers, readWindow } from "./map-query.ts";

const route = getRouteApi("/map");
const ownNames = new Set(["at", "a", "follow", "layers", "window"]);

export type MapAddress = ReturnType<typeof useMapAddress>;

/** Reads what the address says about the map, and changes it. */
export function useMapAddress() {
  const query = route.useSearch();
  const navigate = useUnlessLeft(route.useNavigate());
  const layersText = query["layers"];
  const layers = useMemo(() => readLayers(layersText), [layersText]);
  return {
    filters: filtersOf(definedOf(query)),
    layers,
    minutes: readWindow(query["window"]),
    at: readAt(query["at"]),
    box: query["bbox"],
    /** The selected aircraft: its ICAO address or id. */
    selected: query["a"],
    isFollowed: query["follow"] === "1",
    set(change: Readonly<Record<string, string | undefined>>): void {
      const search = (all: object) => ({ ...all, ...change });
      void navigate({ search, replace: true, resetScroll: false });
    },
    changeFilters(next: Filters): void {
      const rest = Object.entries(query).filter(([name]) => ownNames.has(name));
      void navigate({ search: { ...Object.fromEntries(rest), ...next }, replace: true });
    },
  };
}
