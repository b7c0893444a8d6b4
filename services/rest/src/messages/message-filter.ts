import {
  airportSpellings,
  findByIdents,
  listAirframes,
  type MessageFilter,
  ownersOfStations,
} from "@jetwire/db";
import { AppError, type MessageFilters, messageIdFloor, readFrequencies } from "@jetwire/protocol";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";
import type { FlightKeys } from "./flight-keys.ts";
import type { Visibility } from "./visibility.ts";

/** Airframes with one 24-bit address, usually one. */
const airframesMax = 8;

export type FilterReader = ReturnType<typeof createFilterReader>;

/** Makes filters for the database from the parameters of a query. */
export function createFilterReader(read: Read, flightKeys: FlightKeys, visibility: Visibility) {
  return {
    /**
     * Looks up the flight keys and the ids of airframe and station.
     *
     * @throws AppError `invalid_request` if `flight` is not a flight number, or `station` is unknown
     *   or hidden from the principal: an empty list would look like a silent station
     */
    async of(query: MessageFilters, principal: Principal): Promise<MessageFilter> {
      const { flight, airline, airport, since, until } = query;
      const [viewer, keys, airlines, airports, airframes, stationId] = await Promise.all([
        visibility.of(principal),
        flight === undefined ? undefined : flightKeys.of(flight),
        airline === undefined ? undefined : flightKeys.airlineCodes(airline),
        airport === undefined ? undefined : read((sql) => airportSpellings(sql, airport)),
        airframesOf(read, query),
        stationIdOf(read, query.station),
      ]);
      if (stationId === null || viewer.hiddenStationIds.includes(stationId ?? 0)) {
        throw new AppError("invalid_request", "Invalid query parameters: station", {
          errors: [{ field: "station", message: "is not the id or ident of a known station" }],
        });
      }
      return {
        viewer,
        flightKeys: keys,
        ...airframes,
        stationId,
        airlines,
        airports,
        ...contentFilter(query),
        groupId: query.group,
        isFirst: query.first,
        aircraftType: query.aircraft_type,
        frequency: query.frequency === undefined ? undefined : readFrequencies(query.frequency),
        tail: query.tail,
        labels: query.label,
        excludedLabels: query.exclude_label,
        sourceTypes: query.source_type,
        linkDirection: query.link_direction,
        sinceId: since === undefined ? undefined : messageIdFloor(Date.parse(since)),
        untilId: until === undefined ? undefined : messageIdFloor(Date.parse(until)),
        errorMax: query.error_max,
      };
    },
  };
}

/** Returns the part of a filter that is about what messages say. */
function contentFilter(query: MessageFilters): Partial<MessageFilter> {
  const { decoded } = query;
  const isState = decoded?.includes("any") === true || decoded?.includes("none") === true;
  return {
    text: query.text,
    words: query.q,
    applications: isState ? undefined : decoded,
    isDecoded: isState ? decoded?.includes("any") : undefined,
    onGround: query.on_ground,
    authenticated: query.authenticated,
    box: query.bbox,
    hasPosition: query.has_position,
  };
}

/** Returns the airframes of an address, and the address itself for messages without an airframe. */
async function airframesOf(
  read: Read,
  { icao, airframe }: MessageFilters,
): Promise<Pick<MessageFilter, "airframeIds" | "unlinkedIcao">> {
  if (icao === undefined) return { airframeIds: airframe === undefined ? undefined : [airframe] };
  const airframes = await read((sql) => listAirframes(sql, { icao, limit: airframesMax }));
  const ids = airframes.map(({ id }) => id);
  if (airframe !== undefined) return { airframeIds: ids.filter((id) => id === airframe) };
  return { airframeIds: ids, unlinkedIcao: icao };
}

async function stationIdOf(
  read: Read,
  station: MessageFilters["station"],
): Promise<number | null | undefined> {
  if (station === undefined) return undefined;
  if (typeof station === "string") {
    return (await read((sql) => findByIdents(sql, [station]))).get(station) ?? null;
  }
  const known = await read((sql) => ownersOfStations(sql, [station]));
  return known[0]?.stationId ?? null;
}
