import { findByIdents, listAirframes, type MessageFilter } from "@jetwire/db";
import { type MessageFilters, messageIdFloor } from "@jetwire/protocol";
import type { Principal } from "../admission/principal.ts";
import type { Read } from "../database-reader.ts";
import type { FlightKeys } from "./flight-keys.ts";
import type { Visibility } from "./visibility.ts";

/** Not the id of any station. */
const noStationId = 0;
/** Airframes with one 24-bit address, usually one. */
const airframesMax = 8;

export type FilterReader = ReturnType<typeof createFilterReader>;

/** Makes filters for the database from the parameters of a query. */
export function createFilterReader(read: Read, flightKeys: FlightKeys, visibility: Visibility) {
  return {
    /**
     * Looks up the flight keys and the ids of airframe and station.
     *
     * @throws AppError `invalid_request` if `flight` is not a flight number
     */
    async of(query: MessageFilters, principal: Principal): Promise<MessageFilter> {
      const { flight, since, until } = query;
      const [viewer, keys, airframeIds, stationId] = await Promise.all([
        visibility.of(principal),
        flight === undefined ? undefined : flightKeys.of(flight),
        airframeIdsOf(read, query),
        stationIdOf(read, query.station),
      ]);
      return {
        viewer,
        flightKeys: keys,
        airframeIds,
        stationId,
        tail: query.tail,
        labels: query.label,
        excludedLabels: query.exclude_label,
        sourceTypes: query.source_type,
        linkDirection: query.link_direction,
        sinceId: since === undefined ? undefined : messageIdFloor(Date.parse(since)),
        untilId: until === undefined ? undefined : messageIdFloor(Date.parse(until)),
        text: query.text,
        box: query.bbox,
        hasPosition: query.has_position,
        errorMax: query.error_max,
      };
    },
  };
}

async function airframeIdsOf(
  read: Read,
  { icao, airframe }: MessageFilters,
): Promise<string[] | undefined> {
  if (icao === undefined) return airframe === undefined ? undefined : [airframe];
  const airframes = await read((sql) => listAirframes(sql, { icao, limit: airframesMax }));
  const ids = airframes.map(({ id }) => id);
  return airframe === undefined ? ids : ids.filter((id) => id === airframe);
}

async function stationIdOf(
  read: Read,
  station: MessageFilters["station"],
): Promise<number | undefined> {
  if (typeof station !== "string") return station;
  const ids = await read((sql) => findByIdents(sql, [station]));
  return ids.get(station) ?? noStationId;
}
