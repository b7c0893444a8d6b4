import { every, type Logger } from "@jetwire/runtime";
import type { Stations } from "./stations.ts";

/** The stations that connections of this process monitor, watched for being hidden. */
export interface MonitoredStations {
  /** Calls `onHidden` when the station is hidden or deleted. @returns a function that ends the watch. */
  watch(stationId: number, onHidden: () => void): () => void;
  run(signal: AbortSignal): Promise<void>;
}

/** Fanout stops sending a hidden station's messages by itself, within a second or two. */
const checkMs = 2_000;

export function createMonitoredStations(
  stations: Pick<Stations, "lookUp">,
  log: Logger,
): MonitoredStations {
  const watched = new Map<number, Set<() => void>>();

  async function check(): Promise<void> {
    if (watched.size === 0) return;
    const found = await stations.lookUp([...watched.keys()]);
    for (const [stationId, station] of found) {
      if (station !== null) continue;
      for (const listener of watched.get(stationId) ?? []) listener();
    }
  }

  return {
    watch(stationId, onHidden) {
      // A function of its own, because two connections may pass the same one.
      const listener = () => onHidden();
      const listeners = watched.get(stationId) ?? new Set();
      watched.set(stationId, listeners.add(listener));
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) watched.delete(stationId);
      };
    },
    run: (signal) => every(checkMs, check, { signal, log, task: "check monitored stations" }),
  };
}
