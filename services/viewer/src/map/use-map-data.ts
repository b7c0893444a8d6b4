import type { GroundStation, ListedStation } from "@jetwire/protocol";
import { useEffect, useRef } from "react";
import { session } from "../data/session/session.ts";
import { useStore } from "../data/store.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { type Filters, liveFiltersOf } from "../filters/query.ts";
import { useStationIds } from "../live/use-station-ids.ts";
import { sourceTypeNames } from "../ui/source-types.ts";
import {
  type FollowedMessages,
  followPositions,
  readPositions,
} from "./positions/follow-positions.ts";
import type { Sectors } from "./geodesy.ts";

/** The interval at which positions are asked for. */
export const positionsMs = 60_000;
const slowMs = 300_000;
const stationsMax = 2_000;
const minuteMs = 60_000;

/**
 * Reads the positions of the window, and follows the live messages while the map is open. Filters that
 * the firehose does not have, or not yet, are REST's alone.
 */
export function usePositions(filters: Filters, windowMinutes: number) {
  const windowMs = windowMinutes * minuteMs;
  const { station, ...others } = filters;
  const { ids } = useStationIds(station);
  const { filter, restOnly } = liveFiltersOf(
    { ...others, ...(ids !== null && { station: ids }) },
    false,
  );
  const isLive = restOnly.length === 0 && (station === undefined || ids !== null);
  const followed = JSON.stringify({ filter, isLive, windowMs } satisfies FollowedMessages);
  const following = useRef<ReturnType<typeof followPositions>>(null);
  const latest = useRef(followed);
  useEffect(() => {
    const started = followPositions(JSON.parse(latest.current));
    following.current = started;
    return () => started.stop();
  }, []);
  useEffect(() => {
    latest.current = followed;
    following.current?.change(JSON.parse(followed));
  }, [followed]);
  const query = useRest(
    ["positions", filters, windowMinutes],
    async (rest, signal) => await readPositions(rest, filters, { windowMs, signal }),
    { everyMs: positionsMs },
  );
  return { query, isLive };
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
export function useOwnStationPositions() {
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
    { isEnabled: flightId !== null, everyMs: positionsMs },
  );
}

/** Reads the cells of what a station received, or all stations, of one kind if a filter names one; none while the layer is off. */
export function useCells(stationId: string | null, filters: Filters, isEnabled: boolean) {
  const kind = sourceTypeNames.find(({ type }) => type === filters.source_type)?.type;
  return useRest(
    stationId === null ? ["coverage-cells", kind] : ["station-cells", stationId],
    async (rest, signal) =>
      stationId === null
        ? await rest.readCoverageCells({ ...(kind && { source_type: kind }) }, { signal })
        : await rest.readStationCells({ id: stationId }, { signal }),
    { isEnabled, staleMs: 2 * slowMs },
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
