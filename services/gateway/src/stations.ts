import type { StationName, StationOwner } from "@jetwire/protocol";
import { LRUCache } from "lru-cache";

/** Stations that clients may monitor. */
export interface Stations {
  /** The station; null when there is none or it is hidden. */
  find(stationId: number): Promise<StationName | null | "unavailable">;
}

export interface StationLookUps {
  /** The record's visible station. */
  record(stationId: number): Promise<StationName | null>;
  /** The copy that routing keeps, for when the record doesn't answer; null when it hasn't got it. */
  copy(stationId: number): Promise<StationOwner | null>;
}

const entriesMax = 10_000;
const freshMs = 5_000;

/** Asks again after five seconds, so that a station that is hidden is soon gone from here too. */
export function createStations(lookUps: StationLookUps): Stations {
  const known = new LRUCache<number, { station: StationName | null }>({
    max: entriesMax,
    ttl: freshMs,
  });

  async function lookUp(stationId: number): Promise<StationName | null | "unavailable"> {
    try {
      return nameOf(await lookUps.record(stationId));
    } catch {
      const owner = await lookUps.copy(stationId).catch(() => null);
      if (owner === null) return "unavailable";
      return owner.hidden ? null : { id: owner.stationId, ident: owner.ident };
    }
  }

  return {
    async find(stationId) {
      const kept = known.get(stationId);
      if (kept) return kept.station;
      const station = await lookUp(stationId);
      if (station !== "unavailable") known.set(stationId, { station });
      return station;
    },
  };
}

function nameOf(station: StationName | null): StationName | null {
  return station && { id: station.id, ident: station.ident };
}
