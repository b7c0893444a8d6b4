import type { StationName, StationOwner } from "@jetwire/protocol";
import { LRUCache } from "lru-cache";

/** Stations by id: null where there is none or it is hidden, absent where nobody could say. */
export type FoundStations = ReadonlyMap<number, StationName | null>;

/** Stations that clients may see. */
export interface Stations {
  find(stationId: number): Promise<StationName | null | "unavailable">;
  /** As known within the last five seconds. */
  findAll(stationIds: Iterable<number>): Promise<FoundStations>;
  /** As they are now. */
  lookUp(stationIds: readonly number[]): Promise<FoundStations>;
}

export interface StationLookUps {
  /** Those of the stations that the record has and shows. */
  records(stationIds: readonly number[]): Promise<ReadonlyMap<number, StationName>>;
  /** The copy that routing keeps, for when the record doesn't answer; it may not have them all. */
  copies(stationIds: readonly number[]): Promise<readonly StationOwner[]>;
}

const entriesMax = 10_000;
const freshMs = 5_000;

/** Asks again after five seconds, so that a station that is hidden is soon gone from here too. */
export function createStations(lookUps: StationLookUps): Stations {
  const known = new LRUCache<number, { station: StationName | null }>({
    max: entriesMax,
    ttl: freshMs,
  });

  async function ask(stationIds: readonly number[]): Promise<FoundStations> {
    try {
      const records = await lookUps.records(stationIds);
      return new Map(stationIds.map((id) => [id, nameOf(records.get(id))]));
    } catch {
      const copies = await lookUps.copies(stationIds).catch(() => []);
      return new Map(
        copies.map((copy) => [
          copy.stationId,
          copy.hidden ? null : { id: copy.stationId, ident: copy.ident },
        ]),
      );
    }
  }

  async function lookUp(stationIds: readonly number[]): Promise<FoundStations> {
    if (stationIds.length === 0) return new Map();
    const found = await ask(stationIds);
    for (const [id, station] of found) known.set(id, { station });
    return found;
  }

  async function findAll(stationIds: Iterable<number>): Promise<FoundStations> {
    const found = new Map<number, StationName | null>();
    const unknown: number[] = [];
    for (const id of new Set(stationIds)) {
      const kept = known.get(id);
      if (kept) found.set(id, kept.station);
      else unknown.push(id);
    }
    for (const [id, station] of await lookUp(unknown)) found.set(id, station);
    return found;
  }

  return {
    async find(stationId) {
      const station = (await findAll([stationId])).get(stationId);
      return station === undefined ? "unavailable" : station;
    },
    findAll,
    lookUp,
  };
}

function nameOf(station: StationName | undefined): StationName | null {
  return station ? { id: station.id, ident: station.ident } : null;
}
