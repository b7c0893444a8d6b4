import * as db from "@jetwire/db";
import { type Message, MessageIds, type ReadMessage } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const ids = new MessageIds(() => Date.now() - 60_000);
const newId = () => ids.next(0);
const [first, second, third] = [newId(), newId(), newId()];
const startMs = Date.parse("2026-03-01T12:00:00.000Z");

let rest: RestUnderTest;
let strangerKey: string;
let stationIds: number[];

beforeAll(async () => {
  rest = await startRest();
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;

  const { sql } = rest.database.database;
  const { accountId } = await addKeyOwner(rest.database, "neighbor");
  const stations = await Promise.all(
    ["RX-ONE", "RX-TWO", "RX-HIDDEN"].map((ident) =>
      db.stations.add(sql, { ident, accountId, sourceType: null }),
    ),
  );
  stationIds = stations.map((station) => station?.id ?? 0);
  await sql`update stations set hidden = true, account_id = ${rest.accountId}
      where id = ${stationIds[2] ?? 0}`;
  const received = [[first, 40] as const, [second, 0] as const, [third, 95] as const].map(
    ([id, delayMs], n) =>
      testMessage({
        id,
        groupId: first,
        stationId: stationIds[n] ?? 0,
        timestamp: new Date(startMs + delayMs).toISOString(),
        level: -10 - n,
        ...(n === 1 && { noise: -30.1, snr: 19.1, bitRate: 300, slot: "S" }),
        frequency: 131.725,
        text: "SHARED THRICE",
      }),
  );
  await storeMessages(
    sql,
    received.map((message) => ({ message, flightKey: null })),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

async function read(path: string, key = rest.key): Promise<unknown> {
  const response = await ask(rest.url + path, key);
  expect(response.status).toBe(200);
  return await response.json();
}

async function idsOf(query: string): Promise<string[]> {
  return ((await read(`/v1/messages?${query}`)) as Message[]).map(({ id }) => id);
}

test("R-02: a message names the stations that received its transmission, the earliest first, with delays", async () => {
  const body = (await read(
    `/v1/messages/${second}?include=receptions`,
    strangerKey,
  )) as ReadMessage;
  const [one, two] = stationIds;
  const frequency = 131.725;
  expect(body.receptions).toEqual({
    total: 2,
    items: [
      {
        messageId: second,
        stationId: two,
        ident: "RX-TWO",
        level: -11,
        frequency,
        noise: -30.1,
        snr: 19.1,
        bitRate: 300,
        slot: "S",
        delayMs: 0,
      },
      { messageId: first, stationId: one, ident: "RX-ONE", level: -10, frequency, delayMs: 40 },
    ],
  });
  const own = (await read(`/v1/messages/${first}?include=receptions`)) as ReadMessage;
  expect(own.receptions?.total).toBe(3);
  expect(own.receptions?.items[2]).toMatchObject({ ident: "RX-HIDDEN", delayMs: 95 });
});

test("A-20: a reception by a hidden station is neither listed nor counted for others", async () => {
  const listed = (await read(
    "/v1/messages?text=SHARED&include=receptions",
    strangerKey,
  )) as ReadMessage[];
  expect(listed.map(({ id }) => id)).toEqual([second, first]);
  for (const { receptions } of listed) expect(receptions?.total).toBe(2);
  expect(JSON.stringify(listed)).not.toContain("RX-HIDDEN");
  const group = (await read(`/v1/messages?group=${first}`, strangerKey)) as Message[];
  expect(group.map(({ id }) => id)).toEqual([second, first]);
});

test("R-06: group lists the receptions of one transmission, first one message per transmission", async () => {
  expect(await idsOf(`group=${first}`)).toEqual([third, second, first]);
  expect(await idsOf(`group=${first}&first=true`)).toEqual([first]);
  expect(await idsOf(`group=${second}`)).toEqual([]);
  expect(await idsOf("text=SHARED&first=true")).toEqual([first]);
  expect(await idsOf("text=SHARED&first=false")).toEqual([third, second]);
  const exported = await ask(`${rest.url}/v1/messages/export?text=SHARED&first=true`, rest.key);
  expect((await exported.text()).split("\n").filter((line) => line !== "")).toHaveLength(1);
});

test("receptions are listed up to 50, and counted beyond", async () => {
  const { sql } = rest.database.database;
  const [groupId = "", ...later] = Array.from({ length: 60 }, newId);
  const received = [groupId, ...later].map((id) =>
    testMessage({ id, groupId, stationId: stationIds[0] ?? 0 }),
  );
  await storeMessages(
    sql,
    received.map((message) => ({ message, flightKey: null })),
  );
  const body = (await read(`/v1/messages/${groupId}?include=receptions`)) as ReadMessage;
  expect(body.receptions?.total).toBe(60);
  expect(body.receptions?.items).toHaveLength(50);
});
