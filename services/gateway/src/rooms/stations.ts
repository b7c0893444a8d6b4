import { stationsById } from "@jetwire/db";
import type { StationName } from "@jetwire/protocol";
import type { StationOwners } from "@jetwire/redis";
import { createBoundedMap } from "@jetwire/runtime";
import type { Query } from "../query.ts";

/** Stations by id: null for one that does not exist or is hidden, absent when neither store knows. */
export type FoundStations = ReadonlyMap<number, StationName | null>;

/** Stations that clients may see. */
export interface Stations {
  find(stationId: number): Promise<StationName | null | "unavailable">;
  /** Finds stations as they were within the last five seconds. Never rejects. */
  findAll(stationIds: Iterable<number>): Promise<FoundStations>;
  /** Finds stations as they are now. Never rejects. */
  lookUp(stationIds: readonly number[]): Promise<FoundStations>;
}

const entriesMax = 10_000;
/** A station that is hidden is hidden here after this long. */
const ttlMs = 5_000;

/** @param copy the copy that fanout keeps, for when Postgres does not answer; it may be incomplete */
export function createStations(query: Query, copy: Pick<StationOwners, "find">): Stations {
  const cache = createBoundedMap<number, { station: StationName | null }>({ entriesMax, ttlMs });

  async function ask(stationIds: readonly number[]): Promise<FoundStations> {
    try {
      const found = await query((sql) => stationsById(sql, stationIds));
      return new Map(stationIds.map((id) => [id, nameOf(found.get(id))]));
    } catch {
      const copies = await copy.find(stationIds).catch(() => []);
      return new Map(
        copies.map(({ stationId, ident, hidden }) => [
          stationId,
          hidden ? null : { id: stationId, ident },
        ]),
      );
    }
  }

  async function lookUp(stationIds: readonly number[]): Promise<FoundStations> {
    if (stationIds.length === 0) return new Map();
    const found = await ask(stationIds);
    for (const [id, station] of found) cache.set(id, { station });
    return found;
  }

  async function findAll(stationIds: Iterable<number>): Promise<FoundStations> {
    const found = new Map<number, StationName | null>();
    const unknown: number[] = [];
    for (const id of new Set(stationIds)) {
      const cached = cache.get(id);
      if (cached) found.set(id, cached.station);
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
