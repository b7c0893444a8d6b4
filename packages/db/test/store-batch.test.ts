import { Message, requiredMembers } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";
import type { MessageToStore } from "../src/index.ts";

const links = { first: true, icao: null, flightKey: null, skewed: false };
let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

function sentBy(producer: string, seq: number, message: Message = testMessage()): MessageToStore {
  return { message, links, raw: "{}", producer, seq };
}

async function store(...messages: MessageToStore[]): Promise<number> {
  const { sql } = at.database;
  return await db.messageStore.storeBatch(sql, {
    parts: [{ partition: 0, messages }],
    airframes: [],
    flights: [],
  });
}

test("what is new counts for the producer that sent it, once though two epochs bring it (F-20)", async () => {
  const again = sentBy("a:1", 1);
  expect(await store(again, sentBy("b:1", 1))).toBe(2);
  const replayed = sentBy("a:1", 2);
  const anew = sentBy("a:2", 2, replayed.message);
  expect(await store(again, replayed, anew, sentBy("b:1", 2), sentBy("b:1", 3))).toBe(3);
  const marks = await at.database.sql<{ producer: string; seq: number; stored: number }[]>`
    select producer, seq, stored from watermarks order by producer`;
  const ofA = marks.filter(({ producer }) => producer.startsWith("a:"));
  expect(ofA.reduce((sum, { stored }) => sum + stored, 0)).toBe(2);
  expect(marks).toContainEqual({ producer: "b:1", seq: 3, stored: 3 });
  expect(marks.map(({ seq }) => seq)).toEqual([2, 2, 3]);
});

test("a batch that is stored late takes no watermark back", async () => {
  const { sql } = at.database;
  await store(sentBy("late-mark:1", 5));
  await store(sentBy("late-mark:1", 3));
  const marks = await sql`select seq, stored from watermarks where producer = 'late-mark:1'`;
  expect(marks).toEqual([{ seq: 5, stored: 2 }]);
});

test("a redacted message that comes again is not stored, and neither is its raw object", async () => {
  const { sql } = at.database;
  const message = testMessage();
  await store(sentBy("redacted:1", 1, message));
  const record = { reason: "private data", by: "operator" };
  expect(await db.redactions.redact(sql, { ids: [message.id] }, record)).toHaveLength(1);
  // As ingest replays it under the next epoch.
  expect(await store(sentBy("redacted:2", 1, message))).toBe(0);
  expect(await db.messages.read(sql, message.id)).toBeNull();
  expect(await sql`select 1 from message_raws where id = ${message.id}`).toHaveLength(0);
});

const noTimes = { out: null, off: null, on: null, in: null, eta: null };

const someDecoded = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "cpdlc",
  description: "Request FL390, \u2400",
  items: [{ label: "Altitude", value: 39_000, unit: "ft" }],
};

/** A message in which no two members of a type have the same value. */
function distinctMessage(): Message {
  const base = testMessage();
  const values = Object.entries(base).map(([member, value], index): [string, unknown] => {
    switch (member) {
      case "id":
      case "groupId":
        return [member, testMessage().id];
      case "airframeId":
      case "flightId":
        return [member, crypto.randomUUID()];
      case "timestamp":
      case "createdAt":
        return [member, new Date(Date.UTC(2026, 0, 1) + index * 1_001).toISOString()];
      case "linkDirection":
        return [member, "uplink"];
      case "fromHex":
      case "toHex":
        return [member, `ABC${index}`];
      case "stationId":
        return [member, 1_000 + index];
      case "authenticated":
      case "onGround":
        return [member, true];
      case "positionSource":
        return [member, "text"];
      case "decoded":
        return [member, someDecoded];
      case "times":
        return [member, { ...noTimes, eta: "2026-01-01T00:00:00.000Z" }];
      case "assembly":
        return [member, { status: "complete", part: 2, parts: 2 }];
      default:
        return [member, typeof value === "number" || isNumeric(member) ? index + 0.5 : `v${index}`];
    }
  });
  return Message.parse({ ...Object.fromEntries(values), ...signal });
}

const signal = {
  noise: -45.1,
  snr: 24.7,
  frequencySkew: -340.3,
  bitRate: 1_800,
  slot: "D",
  octetsCorrected: 3,
};

function isNumeric(member: string): boolean {
  return ["latitude", "longitude", "altitude"].includes(member);
}

test("each member of a message is stored in the column of its name and read back from it", async () => {
  const { sql } = at.database;
  const message = distinctMessage();
  await store(sentBy("columns:1", 1, message));
  const [stored] = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(m) as row from messages m where id = ${message.id}`;
  const { row = {} } = stored ?? {};
  for (const [member, value] of Object.entries(message)) {
    const other = { timestamp: "received_at", text: "body" }[member];
    const column = other ?? member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isTime = member === "timestamp" || member === "createdAt";
    const found = isTime ? new Date(String(row[column])).toISOString() : row[column];
    expect([column, found]).toEqual([column, value]);
  }
  // And skewed, flight_key, stored_at and ground_station.
  expect(Object.keys(row)).toHaveLength(Object.keys(message).length + 4);
  expect(await db.messages.read(sql, message.id)).toEqual(message);
  const viewer = { accountId: null, hiddenStationIds: [] };
  const listed = await db.messages.list(
    sql,
    { viewer, stationIds: [message.stationId] },
    { limit: 1 },
  );
  expect(listed).toEqual([message]);
  expect(Object.keys(listed[0] ?? {})).toEqual(Object.keys(Message.shape));
});

test("a message whose decoder tells nothing about the signal is read without these members", async () => {
  const message = testMessage();
  await store(sentBy("signal:1", 1, message));
  const read = await db.messages.read(at.database.sql, message.id);
  expect(Object.keys(read ?? {})).toEqual(requiredMembers);
});
