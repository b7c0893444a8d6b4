import { addressOf } from "../compile-filter.ts";
import type { Candidate, IndexedFilter } from "./indexed-filter.ts";
import { createTrigrams } from "./trigrams.ts";

type Lists<Key, Filter> = Map<Key, Filter[]>;

const cellDegrees = 10;
const columns = 360 / cellDegrees;

/**
 * Finds the filters that a message may match, by one member of each. Each filter is listed under its most selective member,
 * so that a message is compared with few of many filters: tail, address, flight, a part of the text, type, station, area,
 * airport, airline, application, label. A filter without any of them is compared with each message.
 */
export class FilterIndex<Filter extends IndexedFilter> {
  readonly size: number;
  /** Whether a filter names an aircraft type, which messages do not have. */
  readonly needsTypes: boolean;
  readonly #tails: Lists<string, Filter> = new Map();
  readonly #flights: Lists<string, Filter> = new Map();
  readonly #airlines: Lists<string, Filter> = new Map();
  readonly #types: Lists<string, Filter> = new Map();
  readonly #cells: Lists<number, Filter> = new Map();
  readonly #applications: Lists<string, Filter> = new Map();
  readonly #labels: Lists<string, Filter> = new Map();
  readonly #addresses: Lists<string, Filter> = new Map();
  readonly #stations: Lists<number, Filter> = new Map();
  readonly #airports: Lists<string, Filter> = new Map();
  readonly #others: Filter[] = [];
  readonly #parts = createTrigrams<Filter>();
  #lookups = 0;

  constructor(filters: readonly Filter[]) {
    this.size = filters.length;
    this.needsTypes = filters.some(({ aircraftType }) => aircraftType !== null);
    for (const filter of filters) this.#list(filter);
  }

  /** Calls back for each filter that a message may match, once. */
  eachCandidate(candidate: Candidate, look: (filter: Filter) => void): void {
    const lookup = ++this.#lookups;
    const { message, tail, flightKey, airline, aircraftType } = candidate;
    function visit(found: readonly Filter[] | undefined): void {
      if (found === undefined) return;
      for (const filter of found) {
        if (filter.seen === lookup) continue;
        filter.seen = lookup;
        look(filter);
      }
    }
    if (tail !== null) visit(this.#tails.get(tail));
    if (flightKey !== null) visit(this.#flights.get(flightKey));
    if (this.#addresses.size > 0) visit(this.#addresses.get(addressOf(message) ?? ""));
    visit(this.#stations.get(message.stationId));
    if (this.#airports.size > 0) {
      visit(this.#airports.get(message.departingAirport ?? ""));
      visit(this.#airports.get(message.destinationAirport ?? ""));
    }
    visit(this.#others);
    if (airline !== null) {
      visit(this.#airlines.get(airline));
      if (message.label !== null) {
        visit(this.#airlines.get(labelledAirline(airline, message.label)));
      }
    }
    if (aircraftType !== null) visit(this.#types.get(aircraftType));
    if (message.label !== null) visit(this.#labels.get(message.label));
    if (this.#cells.size > 0 && message.latitude !== null && message.longitude !== null) {
      visit(this.#cells.get(columnOf(message.longitude) + columns * rowOf(message.latitude)));
    }
    if (message.decoded !== null) {
      visit(this.#applications.get("any"));
      visit(this.#applications.get(message.decoded.application ?? ""));
    }
    if (this.#parts.size > 0) {
      this.#parts.each(candidate.text, visit);
      this.#parts.each(candidate.words, visit);
    }
  }

  #list(filter: Filter): void {
    if (filter.tail !== null) put(this.#tails, [filter.tail], filter);
    else if (filter.icao !== null) put(this.#addresses, [filter.icao], filter);
    else if (filter.flightKeys !== null) put(this.#flights, filter.flightKeys, filter);
    else if (filter.part !== null) this.#parts.add(filter.part, filter);
    else if (filter.aircraftType !== null) put(this.#types, [filter.aircraftType], filter);
    else if (filter.stations !== null) put(this.#stations, filter.stations, filter);
    else if (filter.bbox !== null) put(this.#cells, cellsOf(filter.bbox), filter);
    else if (filter.airports !== null) put(this.#airports, filter.airports, filter);
    else if (filter.airlines !== null) {
      put(this.#airlines, airlineKeysOf(filter.airlines, filter.labels), filter);
    } else if (filter.decoded !== null) put(this.#applications, filter.decoded, filter);
    else if (filter.labels !== null) put(this.#labels, filter.labels, filter);
    else this.#others.push(filter);
  }
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
