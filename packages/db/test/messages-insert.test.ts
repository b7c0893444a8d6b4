import type { Message } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageToStore, storeBatch } from "../src/index.ts";

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
  return await storeBatch(sql, { partition: 0, messages, airframes: [], flights: [] });
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
