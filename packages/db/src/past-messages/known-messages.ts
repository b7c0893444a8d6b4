/*
 * What is stored already of messages that were received long ago: with it an import finds their airframes, their flights, and
 * those that a feeder has sent too.
 */
import { type Message, messageIdFloor } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

export interface KnownAirframe {
  readonly id: string;
  readonly icao: string | null;
  readonly tail: string | null;
}

export interface KnownFlight {
  readonly id: string;
  readonly flightKey: string;
  readonly airframeId: string | null;
  /** ISO 8601. */
  readonly firstReceivedAt: string;
  readonly lastReceivedAt: string;
}

/** The members of a stored message by which two receptions are compared. */
export type KnownReception = Pick<
  Message,
  | "id"
  | "groupId"
  | "timestamp"
  | "stationId"
  | "sourceType"
  | "linkDirection"
  | "fromHex"
  | "toHex"
  | "label"
  | "blockId"
  | "messageNumber"
  | "tail"
  | "flightNumber"
  | "text"
  | "latitude"
  | "longitude"
>;

/** Times of messages, Unix ms, both included. */
export interface PastRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A message may arrive this much later than its station received it, or its station's clock is ahead by as much. */
export const arrivalMsMax = 3_600_000;
/** Airframes that may share a tail. */
const sameMax = 8;

/** Returns the airframes with these addresses or tails. Tails are compared without hyphens. */
export async function listAirframes(
  sql: Sql,
  {
    addresses,
    tails,
  }: { readonly addresses: readonly string[]; readonly tails: readonly string[] },
): Promise<KnownAirframe[]> {
  const plain = tails.map((tail) => tail.replaceAll("-", ""));
  return await sql<KnownAirframe[]>`
    select id, icao, tail from airframes where icao = any(${[...addresses]}::text[])
    union
    select found.* from unnest(${plain}::text[]) as sent (plain) cross join lateral (
      select id, icao, tail from airframes
      where replace(tail, '-', '') = sent.plain and tail is not null
      order by last_received_at desc nulls last, id limit ${sameMax}
    ) as found`;
}

/** Returns the flights of airframes, and those with these keys, that were received between two times. */
export async function listFlights(
  sql: Sql,
  {
    airframeIds,
    flightKeys,
  }: { readonly airframeIds: readonly string[]; readonly flightKeys: readonly string[] },
  { fromMs, toMs }: PastRange,
): Promise<KnownFlight[]> {
  const [from, to] = [new Date(fromMs), new Date(toMs)];
  return await sql<KnownFlight[]>`
    select id, flight_key, airframe_id, first_received_at, last_received_at from flights
    where airframe_id = any(${[...airframeIds]}::uuid[])
      and first_received_at <= ${to} and last_received_at >= ${from}
    union
    select id, flight_key, airframe_id, first_received_at, last_received_at from flights
    where flight_key = any(${[...flightKeys]}::text[]) and airframe_id is null
      and first_received_at <= ${to} and last_received_at >= ${from}`;
}

/** Returns the stored receptions by stations, and of airframes, whose times are in a range. */
export async function listReceptions(
  sql: Sql,
  {
    stationIds,
    airframeIds,
  }: { readonly stationIds: readonly number[]; readonly airframeIds: readonly string[] },
  { fromMs, toMs }: PastRange,
): Promise<KnownReception[]> {
  const columns = sql`id, group_id, received_at as timestamp, station_id, source_type, link_direction, from_hex, to_hex,
    label, block_id, message_number, tail, flight_number, body as text, latitude, longitude`;
  const inRange = sql`id >= ${messageIdFloor(fromMs - arrivalMsMax)} and id < ${messageIdFloor(toMs + arrivalMsMax)}
    and received_at between ${new Date(fromMs)} and ${new Date(toMs)}`;
  return await sql<KnownReception[]>`
    select ${columns} from messages where station_id = any(${[...stationIds]}::integer[]) and ${inRange}
    union
    select ${columns} from messages where airframe_id = any(${[...airframeIds]}::uuid[]) and ${inRange}`;
}

/** Returns the stations and the times, Unix ms, of messages that arrived in a range and were redacted. */
export async function listRedacted(
  sql: Sql,
  stationIds: readonly number[],
  { fromMs, toMs }: PastRange,
): Promise<{ stationId: number; messageId: string }[]> {
  return await sql<{ stationId: number; messageId: string }[]>`
    select station_id, message_id from redactions
    where station_id = any(${[...stationIds]}::integer[])
      and message_id >= ${messageIdFloor(fromMs)} and message_id < ${messageIdFloor(toMs)}`;
}
