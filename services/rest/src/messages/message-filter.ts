import {
  findByIdents,
  listAirframes,
  type MessageFilter,
  type MessageViewer,
  type Sql,
} from "@jetwire/db";
import { type MessageFilters, messageIdFloor } from "@jetwire/protocol";
import type { Airlines } from "./airline-codes.ts";
import { requireFlightKeys } from "./flight-keys.ts";

/** No station's id. */
const noStation = 0;
/** Airframes of one 24-bit address: mostly one. */
const sameAddressMax = 8;

/**
 * Which messages are asked for, with the flight's spellings and ids of airframe and station looked up.
 *
 * @throws AppError `invalid_request` when `flight` names no flight
 */
export async function messageFilterOf(
  sql: Sql,
  asked: MessageFilters,
  airlines: Airlines,
  viewer: MessageViewer,
): Promise<MessageFilter> {
  const { flight, since, until } = asked;
  return {
    viewer,
    flightKeys: flight === undefined ? undefined : requireFlightKeys(flight, airlines),
    airframeIds: await airframeIdsOf(sql, asked),
    tail: asked.tail,
    stationId: await stationIdOf(sql, asked.station),
    labels: asked.label,
    excludedLabels: asked.exclude_label,
    sourceTypes: asked.source_type,
    linkDirection: asked.link_direction,
    sinceId: since === undefined ? undefined : messageIdFloor(Date.parse(since)),
    untilId: until === undefined ? undefined : messageIdFloor(Date.parse(until)),
    text: asked.text,
    box: asked.bbox,
    hasPosition: asked.has_position,
    errorMax: asked.error_max,
  };
}

async function airframeIdsOf(
  sql: Sql,
  { icao, airframe }: MessageFilters,
): Promise<string[] | undefined> {
  if (icao === undefined) return airframe === undefined ? undefined : [airframe];
  const found = await listAirframes(sql, { icao, limit: sameAddressMax });
  const ids = found.map(({ id }) => id);
  return airframe === undefined ? ids : ids.filter((id) => id === airframe);
}

async function stationIdOf(
  sql: Sql,
  station: MessageFilters["station"],
): Promise<number | undefined> {
  if (typeof station !== "string") return station;
  return (await findByIdents(sql, [station])).get(station) ?? noStation;
}
