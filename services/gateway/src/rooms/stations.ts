import * as db from "@jetwire/db";
import { hiddenStationRoom, type StationOwner, stationRoom } from "@jetwire/protocol";
import type { StationOwners } from "@jetwire/redis";
import { createBoundedMap } from "@jetwire/runtime";
import type { Query } from "../query.ts";

/** Stations by id: null for one that does not exist, absent when neither store knows. */
export type FoundStations = ReadonlyMap<number, StationOwner | null>;

/** Stations as the gateway knows them: their names, owners and visibility. */
export type StationDirectory = ReturnType<typeof createStationDirectory>;

const entriesMax = 10_000;
/** A station that is hidden is hidden here after this long. */
const ttlMs = 5_000;

/** @param copy the copy that fanout keeps, for when Postgres does not answer; it may be incomplete */
export function createStationDirectory(query: Query, copy: Pick<StationOwners, "find">) {
  const cache = createBoundedMap<number, { station: StationOwner | null }>({ entriesMax, ttlMs });

  async function ask(stationIds: readonly number[]): Promise<FoundStations> {
    try {
      const found = byId(await query((sql) => db.stations.ownersOf(sql, stationIds)));
      return new Map(stationIds.map((id) => [id, found.get(id) ?? null]));
    } catch {
      return byId(await copy.find(stationIds).catch(() => []));
    }
  }

  async function lookUp(stationIds: readonly number[]): Promise<FoundStations> {
    if (stationIds.length === 0) return new Map();
    const found = await ask(stationIds);
    for (const [id, station] of found) cache.set(id, { station });
    return found;
  }

  async function findAll(stationIds: Iterable<number>): Promise<FoundStations> {
    const found = new Map<number, StationOwner | null>();
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
    async find(stationId: number): Promise<StationOwner | null | "unavailable"> {
      const station = (await findAll([stationId])).get(stationId);
      return station === undefined ? "unavailable" : station;
    },
    /** Finds stations as they were within the last five seconds. Never rejects. */
    findAll,
    /** Finds stations as they are now. Never rejects. */
    lookUp,
  };
}

function byId(stations: readonly StationOwner[]): Map<number, StationOwner> {
  return new Map(stations.map((station) => [station.stationId, station]));
}

/**
 * Returns the rooms in which a client may monitor a station: an owner's two, in which the messages
 * continue when the station is hidden or shown. Empty if the station is hidden from the client.
 *
 * @param accountIds the accounts as which the client is authenticated
 */
export function roomsOf(
  { stationId, accountId, hidden }: StationOwner,
  accountIds: readonly string[],
): string[] {
  if (accountId !== null && accountIds.includes(accountId)) {
    return [stationRoom(stationId), hiddenStationRoom(stationId, accountId)];
  }
  return hidden ? [] : [stationRoom(stationId)];
}
