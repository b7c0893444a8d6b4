import * as db from "@jetwire/db";
import { MessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage, until } from "@jetwire/testbed";
import { latLngToCell } from "h3-js";
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
      id: new MessageIds(() => createdMs).next(0),
      createdAt: new Date(createdMs).toISOString(),
      stationId,
      airframeId: db.stableIds.ofAirframe(`A0000${n}`),
      label: "H1",
      latitude: 50,
      longitude: 8,
      ...(hoursAgo === 1 && { sourceType: "vdl" }),
    });
    const links = { first: true, skewed: false, icao: null, flightKey: "UAL123" };
    return { message, links, raw: "{}", producer: "p:1", seq: n + 1 };
  });
  const [newest] = messages;
  const { message } = newest ?? { message: testMessage() };
  Object.assign(newest ?? {}, { hfdl: { groundStation: 4, reports: [] } });
  const period = new Date(
    Math.floor(Date.parse(message.createdAt) / 600_000) * 600_000,
  ).toISOString();
  const channel = { period, groundStation: 4, khz: Math.round((message.frequency ?? 0) * 1_000) };
  const counts = { squitters: 2, frames: 1, snrSum: 0, snrCount: 0, lastSquitterAt: null };
  await db.hf.addReceptions(sql, [
    { ...channel, ...counts, ident: "T1", lastAt: message.createdAt },
  ]);
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
    { kind: "type", name: "acars", messages: 2 },
    { kind: "type", name: "vdl", messages: 1 },
  ]);
  const channels = await until("the channel is counted", async () => {
    const rows = await sql`
      select ground_station, khz, messages, aircraft, squitters from hf_channel_hours
      where station_id = 0 and messages > 0`;
    return rows.length > 0 && rows;
  });
  const { khz } = channel;
  expect(channels).toEqual([{ groundStation: 4, khz, messages: 1, aircraft: 1, squitters: 2 }]);
  const paths = await until("the path is counted", async () => {
    const rows = await sql`select ground_station, band, messages, distance from hf_paths`;
    return rows.length > 0 && rows;
  });
  expect(paths).toMatchObject([{ groundStation: 4, band: Math.floor(khz / 1_000), messages: 1 }]);
  expect(Math.abs(Number(paths[0]?.["distance"]) - 6_200)).toBeLessThan(300);
  expect(await sql`select messages, aircraft from vdl_channel_hours`).toEqual([{ messages: 1, aircraft: 1 }]); // prettier-ignore
  const cells =
    await sql`select cell, sum(positions)::integer as positions from station_cells group by 1`;
  expect(cells).toEqual([{ cell: latLngToCell(50, 8, 5), positions: 3 }]);
  await until("old positions are deleted", async () => {
    const kept = await sql`select 1 from airframe_positions`;
    return kept.length === 2;
  });
  expect(chores.failures).toEqual([]);
});
