import type { LinkDirection, Message } from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

/** The columns of a Message, in its members' order, so that it reads back as it was taken in. */
export type MessageRow = Omit<Message, "timestamp" | "createdAt" | "linkDirection"> & {
  readonly timestamp: Date;
  readonly createdAt: Date;
  readonly linkDirection: LinkDirection | null;
};

export function messageColumns(sql: Sql) {
  return sql`
    id, group_id as "groupId", received_at as timestamp, created_at as "createdAt",
    station_id as "stationId", airframe_id as "airframeId", flight_id as "flightId", source,
    source_type as "sourceType", link_direction as "linkDirection", from_hex as "fromHex",
    to_hex as "toHex", frequency, channel, level, error, mode, label, block_id as "blockId",
    message_number as "messageNumber", ack, tail, flight_number as "flightNumber", body as text,
    data, departing_airport as "departingAirport", destination_airport as "destinationAirport",
    latitude, longitude, altitude`;
}

export function toMessage(row: MessageRow): Message {
  return {
    ...row,
    timestamp: row.timestamp.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
