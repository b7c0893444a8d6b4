import type { GroundStation, ListedStation } from "@jetwire/protocol";
import { useEffect, useRef } from "react";
import { session } from "../data/session.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/use-rest.ts";
import { type Filters, liveFiltersOf } from "../filters/query.ts";
import { followPositions, readPositions } from "./follow-positions.ts";
import type { Sectors } from "./geodesy.ts";

const everyMs = 60_000;
const slowMs = 300_000;
const stationsMax = 2_000;
const minuteMs = 60_000;

/** Reads the positions of the window, and follows the live messages while the map is open. */
export function usePositions(filters: Filters, windowMinutes: number) {
  const windowMs = windowMinutes * minuteMs;
  const { filter } = liveFiltersOf(filters, false);
  const filterText = JSON.stringify(filter ?? null);
  const following = useRef<ReturnType<typeof followPositions>>(null);
  useEffect(() => {
    const started = followPositions(undefined, windowMs);
    following.current = started;
    return () => started.stop();
    // Changes are passed on below; the subscription itself lasts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useEffect(() => {
    following.current?.change(JSON.parse(filterText) ?? undefined, windowMs);
  }, [filterText, windowMs]);
  return useRest(
    ["positions", filters, windowMinutes],
    async (rest, signal) => await readPositions(rest, filters, { windowMs, signal }),
    { everyMs },
  );
}

/** Reads the stations that have a position; none while the layer is off. */
export function useStations(isEnabled: boolean) {
  return useRest(
    ["stations of the map"],
    async (rest, signal) => {
      const found: ListedStation[] = [];
      for await (const station of rest.listStations({}, { itemsMax: stationsMax, signal })) {
        if (station.latitude !== null) found.push(station);
      }
      return found;
    },
    { staleMs: slowMs, isEnabled },
  );
}

/** Reads the ground stations that have a position; none while the layer is off. */
export function useGroundStations(isEnabled: boolean) {
  return useRest(
    ["ground stations of the map"],
    async (rest, signal) => {
      const found: GroundStation[] = [];
      for await (const ground of rest.listGroundStations({}, { itemsMax: stationsMax, signal })) {
        if (ground.latitude !== null) found.push(ground);
      }
      return found;
    },
    { staleMs: slowMs, isEnabled },
  );
}

/** Reads the positions of the user's own stations, which the first view shows; none for visitors. */
export function useOwnStations() {
  const user = useStore(session)?.user ?? null;
  return useRest(
    ["own stations of the map", user?.id],
    async (rest, signal) => {
      const found: ListedStation[] = [];
      for await (const station of rest.listStations({ mine: true }, { itemsMax: 100, signal })) {
        found.push(station);
      }
      return found;
    },
    { staleMs: slowMs, isEnabled: user !== null },
  );
}

/** Reads the track of a flight. */
export function useTrack(flightId: string | null) {
  return useRest(
    ["track", flightId],
    async (rest, signal) => {
      const found = [];
      const input = { id: flightId ?? "" };
      for await (const one of rest.readFlightTrack(input, { itemsMax: 2_000, signal })) {
        if (one.plausible) found.push(one);
      }
      return found;
    },
    { isEnabled: flightId !== null, everyMs },
  );
}

/** Reads how far a station receives; null if nothing is known of it. */
export function useReach(stationId: string | null) {
  return useRest(
    ["reach", stationId],
    async (rest, signal): Promise<Sectors | null> => {
      const found = await rest.readStationCoverage({ id: stationId ?? "" }, { signal });
      const { latitude, longitude, sectors } = found;
      if (latitude === null || longitude === null) return null;
      return { latitude, longitude, distances: sectors.map(({ usual }) => usual) };
    },
    { isEnabled: stationId !== null, staleMs: slowMs },
  );
}
