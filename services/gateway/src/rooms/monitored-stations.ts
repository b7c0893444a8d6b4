import { pause } from "@jetwire/runtime";
import type { Stations } from "./stations.ts";

/** Stations that connections of this process monitor, watched for being hidden meanwhile. */
export interface MonitoredStations {
  /** Has `end` called when the station is hidden or gone; returns what ends the watch. */
  watch(stationId: number, end: () => void): () => void;
  /** Looks once. Never rejects. */
  check(): Promise<void>;
  run(signal: AbortSignal): Promise<void>;
}

/** Beside routing's own, which sends nothing of a hidden station within a second or two. */
const checkMs = 2_000;

export function createMonitoredStations(stations: Pick<Stations, "lookUp">): MonitoredStations {
  const watched = new Map<number, Set<() => void>>();

  async function check(): Promise<void> {
    if (watched.size === 0) return;
    const found = await stations.lookUp([...watched.keys()]);
    for (const [stationId, station] of found) {
      if (station !== null) continue;
      for (const end of watched.get(stationId) ?? []) end();
    }
  }

  return {
    watch(stationId, end) {
      // Its own, so that one connection's watch is not another's.
      const own = () => end();
      const ends = watched.get(stationId) ?? new Set();
      watched.set(stationId, ends.add(own));
      return () => {
        if (ends.delete(own) && ends.size === 0) watched.delete(stationId);
      };
    },
    check,
    async run(signal) {
      while (!signal.aborted) {
        await check();
        await pause(checkMs, signal);
      }
    },
  };
}
