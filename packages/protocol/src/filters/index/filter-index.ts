import { addressOf } from "../compile-filter.ts";
import type { Candidate, IndexedFilter } from "./indexed-filter.ts";
import { createTrigrams } from "./trigrams.ts";

/** Finds the filters that a message may match, by one member of each. */
export interface FilterIndex<Filter extends IndexedFilter> {
  readonly size: number;
  /** Whether a filter names an aircraft type, which messages do not have. */
  readonly needsTypes: boolean;
  /** Calls back for each filter that a message may match, once. */
  eachCandidate(candidate: Candidate, look: (filter: Filter) => void): void;
}

type Lists<Key, Filter> = Map<Key, Filter[]>;

const cellDegrees = 10;
const columns = 360 / cellDegrees;

/**
 * Makes an index. Each filter is listed under its most selective member, so that a message is compared with few of many
 * filters: tail, address, flight, a part of the text, type, station, area, airport, airline, application, label. A filter
 * without any of them is compared with each message.
 */
export function createFilterIndex<Filter extends IndexedFilter>(
  filters: readonly Filter[],
): FilterIndex<Filter> {
  const tails: Lists<string, Filter> = new Map();
  const flights: Lists<string, Filter> = new Map();
  const airlines: Lists<string, Filter> = new Map();
  const types: Lists<string, Filter> = new Map();
  const cells: Lists<number, Filter> = new Map();
  const applications: Lists<string, Filter> = new Map();
  const labels: Lists<string, Filter> = new Map();
  const addresses: Lists<string, Filter> = new Map();
  const stations: Lists<number, Filter> = new Map();
  const airports: Lists<string, Filter> = new Map();
  const others: Filter[] = [];
  const parts = createTrigrams<Filter>();
  let lookups = 0;

  function list(filter: Filter): void {
    if (filter.tail !== null) put(tails, [filter.tail], filter);
    else if (filter.icao !== null) put(addresses, [filter.icao], filter);
    else if (filter.flightKeys !== null) put(flights, filter.flightKeys, filter);
    else if (filter.part !== null) parts.add(filter.part, filter);
    else if (filter.aircraftType !== null) put(types, [filter.aircraftType], filter);
    else if (filter.stations !== null) put(stations, filter.stations, filter);
    else if (filter.bbox !== null) put(cells, cellsOf(filter.bbox), filter);
    else if (filter.airports !== null) put(airports, filter.airports, filter);
    else if (filter.airlines !== null) {
      put(airlines, airlineKeysOf(filter.airlines, filter.labels), filter);
    } else if (filter.decoded !== null) put(applications, filter.decoded, filter);
    else if (filter.labels !== null) put(labels, filter.labels, filter);
    else others.push(filter);
  }

  for (const filter of filters) list(filter);
  return {
    size: filters.length,
    needsTypes: filters.some(({ aircraftType }) => aircraftType !== null),
    eachCandidate(candidate, look) {
      const lookup = ++lookups;
      const { message, tail, flightKey, airline, aircraftType } = candidate;
      function visit(found: readonly Filter[] | undefined): void {
        if (found === undefined) return;
        for (const filter of found) {
          if (filter.seen === lookup) continue;
          filter.seen = lookup;
          look(filter);
        }
      }
      if (tail !== null) visit(tails.get(tail));
      if (flightKey !== null) visit(flights.get(flightKey));
      if (addresses.size > 0) visit(addresses.get(addressOf(message) ?? ""));
      visit(stations.get(message.stationId));
      if (airports.size > 0) {
        visit(airports.get(message.departingAirport ?? ""));
        visit(airports.get(message.destinationAirport ?? ""));
      }
      visit(others);
      if (airline !== null) {
        visit(airlines.get(airline));
        if (message.label !== null) visit(airlines.get(labelledAirline(airline, message.label)));
      }
      if (aircraftType !== null) visit(types.get(aircraftType));
      if (message.label !== null) visit(labels.get(message.label));
      if (cells.size > 0 && message.latitude !== null && message.longitude !== null) {
        visit(cells.get(columnOf(message.longitude) + columns * rowOf(message.latitude)));
      }
      if (message.decoded !== null) {
        visit(applications.get("any"));
        visit(applications.get(message.decoded.application ?? ""));
      }
      if (parts.size > 0) {
        parts.each(candidate.text, visit);
        parts.each(candidate.words, visit);
      }
    },
  };
}

/** Returns the keys of a filter of airlines: with its labels, if it has some, because an airline alone has many filters. */
function airlineKeysOf(
  airlines: readonly string[],
  labels: readonly string[] | null,
): readonly string[] {
  if (labels === null) return airlines;
  return airlines.flatMap((airline) => labels.map((label) => labelledAirline(airline, label)));
}

function labelledAirline(airline: string, label: string): string {
  return `${airline} ${label}`;
}

function put<Key, Filter>(lists: Lists<Key, Filter>, keys: readonly Key[], filter: Filter): void {
  for (const key of new Set(keys)) {
    const listed = lists.get(key);
    if (listed === undefined) lists.set(key, [filter]);
    else listed.push(filter);
  }
}

function columnOf(longitude: number): number {
  return Math.min(columns - 1, Math.max(0, Math.floor((longitude + 180) / cellDegrees)));
}

function rowOf(latitude: number): number {
  return Math.floor((latitude + 90) / cellDegrees);
}

/** Returns the cells that a box touches; a box whose west is greater than its east crosses 180°. */
function cellsOf([west, south, east, north]: NonNullable<IndexedFilter["bbox"]>): number[] {
  const from = columnOf(west);
  const width = west <= east ? columnOf(east) - from : columns - from + columnOf(east);
  const rows = Array.from({ length: rowOf(north) - rowOf(south) + 1 }, (_, n) => rowOf(south) + n);
  return rows.flatMap((row) =>
    Array.from(
      { length: Math.min(width, columns - 1) + 1 },
      (_, n) => ((from + n) % columns) + columns * row,
    ),
  );
}
