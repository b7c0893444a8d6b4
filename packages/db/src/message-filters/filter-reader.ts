import {
  AppError,
  type MessageFilters,
  messageIdFloor,
  selectedApplications,
} from "@jetwire/protocol";
import * as airframes from "../airframes/airframes.ts";
import * as airports from "../airports/airports.ts";
import type { RunQueries } from "../connection/database.ts";
import * as stations from "../stations/stations.ts";
import type { FlightKeys } from "../flights/flight-keys.ts";
import { columnFilters } from "./column-conditions.ts";
import type { MessageFilter } from "./message-filter.ts";
import type { MessageViewer } from "../messages/visibility.ts";

/** Airframes with one 24-bit address, usually one. */
const airframesMax = 8;

/**
 * Makes a filter for the database from the parameters of `GET /v1/messages`: looks up the flight keys and the ids
 * of airframe and station.
 *
 * @throws AppError `invalid_request` if `flight` is not a flight number, or `station` is unknown or hidden
 *   from the viewer: an empty list would look like a silent station
 */
export async function make(
  read: RunQueries,
  flightKeys: FlightKeys,
  query: MessageFilters,
  viewer: MessageViewer,
): Promise<MessageFilter> {
  const { flight, airline, airport, since, until } = query;
  const [keys, airlines, airportSpellings, airframeFilter, stationIds] = await Promise.all([
    flight === undefined ? undefined : flightKeys.of(flight),
    airline === undefined ? undefined : flightKeys.airlineCodes(airline),
    airport === undefined ? undefined : read((sql) => airports.spellings(sql, airport)),
    airframesOf(read, query),
    stationIdsOf(read, query.station),
  ]);
  refuseUnknownStations(query.station, stationIds, viewer);
  return {
    ...columnFilters(query),
    ...contentFilter(query),
    viewer,
    flightKeys: keys,
    ...airframeFilter,
    stationIds: stationIds?.filter((id) => id !== null),
    airlines,
    airports: airportSpellings,
    groupId: query.group,
    isFirst: query.first,
    aircraftType: query.aircraft_type,
    sinceId: since === undefined ? undefined : messageIdFloor(Date.parse(since)),
    untilId: until === undefined ? undefined : messageIdFloor(Date.parse(until)),
  };
}

function contentFilter({
  decoded,
}: MessageFilters): Pick<MessageFilter, "applications" | "isDecoded"> {
  if (decoded === undefined) return {};
  const isState = decoded.includes("any") || decoded.includes("none");
  return isState
    ? { isDecoded: decoded.includes("any") }
    : { applications: selectedApplications(decoded) };
}

/** Returns the airframes of an address, and the address itself for messages without an airframe. */
async function airframesOf(
  read: RunQueries,
  { icao, airframe }: MessageFilters,
): Promise<Pick<MessageFilter, "airframeIds" | "unlinkedIcao">> {
  if (icao === undefined) return { airframeIds: airframe === undefined ? undefined : [airframe] };
  const found = await read((sql) => airframes.list(sql, { icao, limit: airframesMax }));
  const ids = found.map(({ id }) => id);
  if (airframe !== undefined) return { airframeIds: ids.filter((id) => id === airframe) };
  return { airframeIds: ids, unlinkedIcao: icao };
}

/** Returns the id of each station that was asked for; null for one that is unknown. */
async function stationIdsOf(
  read: RunQueries,
  station: MessageFilters["station"],
): Promise<readonly (number | null)[] | undefined> {
  if (station === undefined) return undefined;
  if (typeof station === "string") {
    return [(await read((sql) => stations.findByIdents(sql, [station]))).get(station) ?? null];
  }
  const ids = typeof station === "number" ? [station] : station;
  const known = await read((sql) => stations.ownersOf(sql, ids));
  const knownIds = new Set(known.map(({ stationId }) => stationId));
  return ids.map((id) => (knownIds.has(id) ? id : null));
}

function refuseUnknownStations(
  station: MessageFilters["station"],
  found: readonly (number | null)[] = [],
  { hiddenStationIds }: MessageViewer,
): void {
  const unknown = found.findIndex((id) => id === null || hiddenStationIds.includes(id));
  if (unknown === -1) return;
  const which = typeof station === "object" ? `has ${station[unknown]}, which` : "";
  throw new AppError("invalid_request", "Invalid query parameters: station", {
    errors: [
      { field: "station", message: `${which} is not the id or ident of a known station`.trim() },
    ],
  });
}

/** Returns filters as the query of an address has them, for people to read. */
export function textOf(query: MessageFilters): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join("&");
}
