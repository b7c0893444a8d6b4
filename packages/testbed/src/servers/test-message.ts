import * as db from "@jetwire/db";
import { sendColumns, sentRows, type Sql } from "@jetwire/db";
import { type Message, MessageIds } from "@jetwire/protocol";

const ids = new MessageIds(() => Date.now());

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
    authenticated: null,
    sublabel: null,
    mfi: null,
    decoded: null,
    positionSource: null,
    onGround: null,
    times: null,
    assembly: null,
    ...over,
  };
}

/**
 * Inserts messages and nothing else, for tests of what reads them.
 *
 * @param columns those of the database, if it is of an earlier version
 */
export async function storeMessages(
  sql: Sql,
  messages: readonly { message: Message; flightKey: string | null }[],
  columns: Parameters<typeof sendColumns<Message>>[2] = db.messages.messageColumns,
): Promise<void> {
  const { names, rows } = sentRows(
    sql,
    "sent",
    sendColumns(
      sql,
      messages.map(({ message }) => message),
      columns,
    ),
    sendColumns(sql, messages, { flightKey: "text" }),
  );
  await sql`
    insert into messages (${names}, skewed, stored_at)
    select ${names}, false, ${db.messageStore.storedAt(sql)} from ${rows}`;
}
