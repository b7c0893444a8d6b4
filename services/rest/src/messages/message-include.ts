import { groundStationOf, treeOf } from "@jetwire/decoders";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import {
  airframeNamedBy,
  flightNamedBy,
  type Message,
  type MessageGroundStation,
  type MessagePart,
  type ReadMessage,
} from "@jetwire/protocol";
import { publicRaw } from "./public-raw.ts";

/**
 * Adds the included parts to messages, with one query per part for all of them. Queries name each
 * column, so nothing that is not public gets in.
 *
 * @param accountId the account that reads, null for an anonymous viewer
 */
export async function includeParts(
  sql: Sql,
  messages: readonly Message[],
  include: readonly MessagePart[],
  accountId: string | null,
): Promise<ReadMessage[]> {
  if (messages.length === 0) return [];
  const parts = new Set(include);
  const stationIds = unique(messages.map(({ stationId }) => stationId));
  const airframeIds = unique(messages.map(({ airframeId }) => airframeId));
  const flightIds = unique(messages.map(({ flightId }) => flightId));
  const groupIds = unique(messages.map(({ groupId }) => groupId));
  const [raws, wholes, stations, airframes, flights, receptions, grounds] = await Promise.all([
    (parts.has("raw") || parts.has("tree")) && readRaws(sql, messages, accountId),
    parts.has("assembled") && db.wholes.ofParts(sql, messages, accountId),
    parts.has("station") && db.messages.shownStationsById(sql, stationIds, accountId),
    parts.has("airframe") && db.airframes.byId(sql, airframeIds),
    parts.has("flight") && db.flights.byId(sql, flightIds),
    parts.has("receptions") && db.messages.receptionsByGroup(sql, groupIds, accountId),
    parts.has("ground_station") && readGroundStations(sql, messages),
  ]);
  return messages.map((message) => ({
    ...message,
    ...(raws && parts.has("raw") && { raw: raws.get(message.id) ?? null }),
    ...(raws && parts.has("tree") && { tree: treeOf(raws.get(message.id) ?? null) }),
    ...(wholes && { assembled: wholes.get(message.id) ?? null }),
    ...(stations && { station: stations.get(message.stationId) ?? null }),
    ...(airframes && {
      airframe: airframes.get(message.airframeId ?? "") ?? airframeNamedBy(message),
    }),
    ...(receptions && { receptions: receptions.get(message.groupId) ?? null }),
    ...(flights && { flight: flights.get(message.flightId ?? "") ?? flightNamedBy(message) }),
    ...(grounds && { groundStation: grounds.get(message.id) ?? null }),
  }));
}

/** Reads the ground stations of messages, by message. Of raw objects only their number gets out. */
async function readGroundStations(
  sql: Sql,
  messages: readonly Message[],
): Promise<Map<string, MessageGroundStation | null>> {
  const hfdl = messages.filter(({ sourceType }) => sourceType === "hfdl").map(({ id }) => id);
  const raws =
    hfdl.length === 0 ? new Map<string, string>() : await db.messages.rawsById(sql, hfdl);
  const ids = messages.map((message) => groundStationOf(message, raws.get(message.id) ?? null));
  const known = await db.groundStations.byId(sql, unique(ids));
  return new Map(messages.map(({ id }, index) => [id, known.get(ids[index] ?? "") ?? null]));
}

/** Reads raw objects: whole for the station's owner, for others without what the message hides. */
async function readRaws(
  sql: Sql,
  messages: readonly Message[],
  accountId: string | null,
): Promise<Map<string, string | null>> {
  const stationIds = unique(messages.map(({ stationId }) => stationId));
  const [raws, stations] = await Promise.all([
    db.messages.rawsById(
      sql,
      messages.map(({ id }) => id),
    ),
    db.messages.rawAccessById(sql, stationIds, accountId),
  ]);
  const shown = messages.map((message): [string, string | null] => {
    const raw = raws.get(message.id);
    const station = stations.get(message.stationId);
    if (raw === undefined || station === undefined) return [message.id, null];
    return [message.id, station.isOwn ? raw : publicRaw(raw, station, message)];
  });
  return new Map(shown);
}

function unique<Id>(ids: readonly (Id | null)[]): Id[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
