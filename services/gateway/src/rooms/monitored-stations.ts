import type { StationOwner } from "@jetwire/protocol";
import { every, type Logger } from "@jetwire/runtime";
import type { StationDirectory } from "./stations.ts";

/** Called with a station as it is now, or null if it was deleted. */
export type OnStation = (station: StationOwner | null) => void;

/** The stations that connections of this process monitor, watched for changes of who may see them. */
export type MonitoredStations = ReturnType<typeof createMonitoredStations>;

/** Fanout stops sending a hidden station's messages to the public by itself, within a second or two. */
const checkMs = 2_000;

export function createMonitoredStations(stations: Pick<StationDirectory, "lookUp">, log: Logger) {
  const watched = new Map<number, Set<OnStation>>();

  async function check(): Promise<void> {
    if (watched.size === 0) return;
    const found = await stations.lookUp([...watched.keys()]);
    for (const [stationId, station] of found) {
      for (const listener of watched.get(stationId) ?? []) listener(station);
    }
  }

  return {
    /** Calls `onStation` every two seconds. @returns a function that ends the watch. */
    watch(stationId: number, onStation: OnStation): () => void {
      // A function of its own, because two connections may pass the same one.
      const listener: OnStation = (station) => onStation(station);
      const listeners = watched.get(stationId) ?? new Set();
      watched.set(stationId, listeners.add(listener));
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) watched.delete(stationId);
      };
    },
    run: (signal: AbortSignal): Promise<void> =>
      every(checkMs, check, { signal, log, task: "check monitored stations" }),
  };
}
