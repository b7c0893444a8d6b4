import { type Airframe, type Message, MessageIds } from "@jetwire/protocol";
import { createTestDatabase, type TestDatabase, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";

let at: TestDatabase;
let stationIds: number[];
let seq = 0;
const ids = new MessageIds(Date.now);

beforeAll(async () => {
  at = await createTestDatabase();
  const rows = await at.database.sql<{ id: number }[]>`
    insert into stations (ident) values ('TAIL-1'), ('TAIL-2'), ('TAIL-3') returning id`;
  stationIds = rows.map(({ id }) => id);
});
afterAll(() => at[Symbol.asyncDispose]());

async function receive(icao: string, tail: string, over: Partial<Message>): Promise<string> {
  const id = ids.next(0);
  const airframeId = db.stableIds.ofAirframe(icao);
  const message = testMessage({
    id,
    airframeId,
    fromHex: icao,
    tail,
    linkDirection: "downlink",
    ...over,
  });
  const links = { first: true, icao, flightKey: null, skewed: false };
  await db.messageStore.storeBatch(at.database.sql, {
    parts: [
      { partition: 0, messages: [{ message, links, raw: "{}", producer: "p:1", seq: ++seq }] },
    ],
    airframes: [{ id: airframeId, icao, tail }],
    flights: [],
  });
  return id;
}

async function register(icao: string, tail: string): Promise<void> {
  const none = {
    type: null,
    manufacturer: null,
    model: null,
    owner: null,
    operator: null,
    military: null,
  };
  await db.airframes.importRegister(at.database.sql, [{ icao, tail, ...none }]);
}

async function tailsOf(name: string) {
  const { sql } = at.database;
  const [airframe] = await db.airframes.find(sql, { name });
  return await db.airframes.listTails(sql, airframe as Airframe);
}

test("a register outweighs two stations, and loses against three", async () => {
  await register("ABC001", "N-OLD");
  for (const stationId of stationIds.slice(0, 2)) await receive("ABC001", "NNEW", { stationId });
  expect(await tailsOf("ABC001")).toMatchObject({
    tail: "N-OLD",
    tailSource: "register",
    receivedTails: [{ tail: "NNEW", transmissions: 2, stations: 2 }],
  });
  await receive("ABC001", "N-NEW", { stationId: stationIds[2] as number });
  const known = await tailsOf("ABC001");
  expect(known).toMatchObject({ tail: "N-NEW", tailSource: "messages", registerTail: "N-OLD" });
  expect(known.receivedTails[0]?.messageIds).toHaveLength(3);
  expect(await tailsOf("NOLD")).toMatchObject({ tail: "N-NEW" });
});

test("three receptions by one station do not outweigh a register, nor does a tail with another address", async () => {
  await register("ABC002", "N2");
  const stationId = stationIds[0] as number;
  for (let n = 0; n < 3; n++) await receive("ABC002", "N2X", { stationId });
  for (const of of stationIds) await receive("ABC002", "N2Y", { stationId: of, fromHex: "FFFFFF" });
  expect(await tailsOf("ABC002")).toMatchObject({
    tail: "N2",
    tailSource: "register",
    receivedTails: [{ tail: "N2X", transmissions: 3, stations: 1 }],
  });
});

test("a deleted message and a message of a hidden station are no evidence", async () => {
  await register("ABC003", "N3");
  const received: string[] = [];
  for (const stationId of stationIds) received.push(await receive("ABC003", "N3X", { stationId }));
  expect(await tailsOf("ABC003")).toMatchObject({ tailSource: "messages" });
  const { sql } = at.database;
  await sql`delete from messages where id = ${received[0] ?? ""}`;
  await sql`update stations set hidden = true where id = ${stationIds[1] ?? 0}`;
  expect(await tailsOf("ABC003")).toMatchObject({ tail: "N3", receivedTails: [{ stations: 1 }] });
  await sql`update stations set hidden = false`;
});

test("stations of one owner count once, and new stations do not count", async () => {
  const { sql } = at.database;
  const account = await db.accounts.add(sql, "owner");
  const rows = await sql<{ id: number }[]>`
    insert into stations (ident, account_id, provisional)
    values ('ONE-1', ${account?.id ?? ""}, false), ('ONE-2', ${account?.id ?? ""}, false),
      ('ONE-3', ${account?.id ?? ""}, false), ('NEW-1', null, true), ('NEW-2', null, true)
    returning id`;
  await register("ABC00A", "N-OLD");
  for (const { id } of rows) await receive("ABC00A", "N-FORGED", { stationId: id });
  expect(await tailsOf("ABC00A")).toMatchObject({
    tail: "N-OLD",
    tailSource: "register",
    receivedTails: [{ tail: "N-FORGED", stations: 5, owners: 1 }],
  });
});
