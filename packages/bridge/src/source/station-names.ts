import type { RestClient } from "@jetwire/client";
import type { StationSummary } from "@jetwire/protocol";
import { Cache, type Logger } from "@jetwire/runtime";
import type { Received } from "../received.ts";

const namesMax = 10_000;
const knownMs = 24 * 3_600_000;
const unknownMs = 60_000;
const requestMsMax = 5_000;
/** Stations whose names are read together. */
const listedMax = 1_000;

export type StationNames = ReturnType<typeof createStationNames>;

/** Creates the names of stations by their ids. An unknown one is read when it is needed. */
export function createStationNames(rest: RestClient, log: Logger) {
  const names = new Cache<number, string | null>({
    entriesMax: namesMax,
    ttlMs: knownMs,
    ttlMsOf: (name) => (name === null ? unknownMs : knownMs),
    async fetch(id) {
      try {
        const signal = AbortSignal.timeout(requestMsMax);
        return (await rest.readStation({ id: String(id) }, { signal })).ident;
      } catch (error) {
        log.debug({ err: error, stationId: id }, "the name of a station cannot be read");
        return null;
      }
    },
  });
  return {
    set(stations: readonly Pick<StationSummary, "id" | "ident">[]): void {
      for (const { id, ident } of stations) names.set(id, ident);
    },
    /** Reads the names of all stations that are listed, so that few are read alone. */
    async list(signal: AbortSignal): Promise<void> {
      try {
        for await (const one of rest.listStations({}, { itemsMax: listedMax, signal }))
          this.set([one]);
      } catch (error) {
        log.warn({ err: error }, "the names of stations cannot be read together");
      }
    },
    /** Returns the name of the station of a message; one made of its id if it cannot be read. */
    async of(message: Received["message"]): Promise<string> {
      if ("station" in message) return message.station.ident;
      const { stationId } = message;
      return (await names.get(stationId)) ?? `station-${stationId}`;
    },
  };
}
