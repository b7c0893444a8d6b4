import * as db from "@jetwire/db";
import { createMessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, startChores } from "./chores-under-test.ts";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

const hourMs = 3_600_000;

test("messages are counted by their properties, and positions of more than 12 hours deleted", async () => {
  const { sql } = at.database;
  const stationId = await db.stations.register(sql, {
    ident: "T1",
    sourceType: "acars",
    simulated: false,
  });
  const messages = [0, 1, 14].map((hoursAgo, n) => {
    const createdMs = Date.now() - hoursAgo * hourMs;
    const message = testMessage({
      id: createMessageIds(() => createdMs).next(0),
      createdAt: new Date(createdMs).toISOString(),
      stationId,
      airframeId: db.stableIds.ofAirframe(`A0000${n}`),
      label: "H1",
      latitude: 50,
      longitude: 8,
    });
    const links = { first: true, skewed: false, icao: null, flightKey: "UAL123" };
    return { message, links, raw: "{}", producer: "p:1", seq: n + 1 };
  });
  await db.messageStore.storeBatch(sql, {
    parts: [{ partition: 0, messages }],
    airframes: [],
    flights: [],
  });

  await using chores = await startChores(environmentOf(at));
  const counted = await until("all hours are counted", async () => {
    const rows = await sql<{ kind: string; name: string; messages: number }[]>`
      select kind, name, sum(messages)::integer as messages from message_tallies
      where airline = 'UAL' group by 1, 2 order by 1, 2`;
    return rows[0]?.messages === 3 && rows;
  });
  expect(counted).toEqual([
    { kind: "label", name: "H1", messages: 3 },
    { kind: "type", name: "acars", messages: 3 },
  ]);
  await until("old positions are deleted", async () => {
    const kept = await sql`select 1 from airframe_positions`;
    return kept.length === 2;
  });
  expect(chores.failures).toEqual([]);
});
