import { airframesById, flightsById, rawsById, shownStationsById, type Sql } from "@jetwire/db";
import {
  airframeNamedBy,
  flightNamedBy,
  type Message,
  type MessagePart,
  type ReadMessage,
} from "@jetwire/protocol";
import { createDecodeText } from "./decode-text.ts";

/** Decoding holds up everybody else's requests; a page of ordinary texts takes a few ms. */
const decodeMsMax = 250;

const decodeText = createDecodeText();

/**
 * Adds what was asked for to messages, a look-up each for all of them. Columns are named one by one
 * where they are read, so nothing that isn't public gets in.
 *
 * @param accountId who looks, null for nobody in particular
 */
export async function includeParts(
  sql: Sql,
  messages: readonly Message[],
  include: readonly MessagePart[] | undefined,
  accountId: string | null,
): Promise<ReadMessage[]> {
  if (include === undefined || messages.length === 0) return [...messages];
  const asked = new Set(include);
  const ids = messages.map(({ id }) => id);
  const stationIds = unique(messages.map(({ stationId }) => stationId));
  const airframeIds = unique(messages.map(({ airframeId }) => airframeId));
  const flightIds = unique(messages.map(({ flightId }) => flightId));
  const [raws, stations, airframes, flights] = await Promise.all([
    asked.has("raw") && rawsById(sql, ids),
    asked.has("station") && shownStationsById(sql, stationIds, accountId),
    asked.has("airframe") && airframesById(sql, airframeIds),
    asked.has("flight") && flightsById(sql, flightIds),
  ]);
  const decodeUntil = performance.now() + decodeMsMax;
  return messages.map((message) => ({
    ...message,
    ...(raws && { raw: raws.get(message.id) ?? null }),
    ...(asked.has("decoded") && {
      decoded: performance.now() < decodeUntil ? decodeText(message.label, message.text) : null,
    }),
    ...(stations && { station: stations.get(message.stationId) ?? null }),
    ...(airframes && {
      airframe: airframes.get(message.airframeId ?? "") ?? airframeNamedBy(message),
    }),
    ...(flights && { flight: flights.get(message.flightId ?? "") ?? flightNamedBy(message) }),
  }));
}

function unique<Id>(ids: readonly (Id | null)[]): Id[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
