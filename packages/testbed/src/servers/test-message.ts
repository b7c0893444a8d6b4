import type { Sql } from "@jetwire/db";
import { createMessageIds, type Message } from "@jetwire/protocol";

const ids = createMessageIds(() => Date.now());

/** A message with every member; `over` says what the test is about. */
export function testMessage(over: Partial<Message> = {}): Message {
  const id = over.id ?? ids.next(0);
  const now = new Date().toISOString();
  return {
    id,
    groupId: id,
    timestamp: now,
    createdAt: now,
    stationId: 1,
    airframeId: null,
    flightId: null,
    source: "acarsdec",
    sourceType: "acars",
    linkDirection: "downlink",
    fromHex: null,
    toHex: null,
    frequency: 131.55,
    channel: 2,
    level: -25.5,
    error: 0,
    mode: "2",
    label: "SQ",
    blockId: "4",
    messageNumber: "M01A",
    ack: null,
    tail: "N101AB",
    flightNumber: "UA0123",
    text: "02XSPERYPPH\r\n<b>\u001b[31m",
    data: null,
    departingAirport: null,
    destinationAirport: null,
    latitude: null,
    longitude: null,
    altitude: null,
    ...over,
  };
}

/** Puts messages into the table as they are, for tests of what reads them. */
export async function storeMessages(
  sql: Sql,
  messages: readonly { message: Message; flightKey: string | null }[],
): Promise<void> {
  for (const { message: m, flightKey } of messages) {
    await sql`
      insert into messages (
        id, group_id, received_at, skewed, created_at, station_id, airframe_id, flight_id, flight_key,
        source, source_type, link_direction, from_hex, to_hex, frequency, channel, level, error,
        mode, label, block_id, message_number, ack, tail, flight_number, body, data,
        departing_airport, destination_airport, latitude, longitude, altitude
      ) values (
        ${m.id}, ${m.groupId}, ${m.timestamp}, false, ${m.createdAt}, ${m.stationId},
        ${m.airframeId}, ${m.flightId}, ${flightKey}, ${m.source}, ${m.sourceType},
        ${m.linkDirection}, ${m.fromHex}, ${m.toHex}, ${m.frequency}, ${m.channel}, ${m.level},
        ${m.error}, ${m.mode}, ${m.label}, ${m.blockId}, ${m.messageNumber}, ${m.ack}, ${m.tail},
        ${m.flightNumber}, ${m.text}, ${m.data}, ${m.departingAirport}, ${m.destinationAirport},
        ${m.latitude}, ${m.longitude}, ${m.altitude}
      )`;
  }
}
