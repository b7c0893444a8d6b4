import * as db from "@jetwire/db";
import { type Message, ReadMessage, requiredMembers } from "@jetwire/protocol";
import { storeMessages, testMessage, testWhole } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

const airframeId = "80000000-0000-8000-a000-000000000001";
const flightId = "80000000-0000-8000-a000-000000000002";
const all = "raw,tree,decoded,station,airframe,flight";
const raw = '{"text":"02XSPERYPPH0\\u0000","odd":1}';

let rest: RestUnderTest;
let linked: Message;
let bare: Message;
let hidden: Message;
let strangerKey: string;

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId, stationId } = rest;
  await sql`update stations set latitude = -31.94444, longitude = 115.96777, account_id = ${accountId}
    where id = ${stationId}`;
  await sql`insert into airframes (id, icao, tail, owner) values (${airframeId}, '4CA9C1', 'EI-DEO', 'Aer')`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    values (${flightId}, 'EIN123', 'EI123', ${airframeId}, now(), now())`;
  const own = await db.stations.add(sql, { ident: "HIDDEN", accountId, sourceType: null });
  await sql`update stations set hidden = true where id = ${own?.id ?? 0}`;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const text = "02XSPERYPPH03155S11557EV136975/\r\n";
  linked = testMessage({ stationId, airframeId, flightId, label: "SQ", text });
  bare = testMessage({ stationId, label: null, text: null, flightNumber: null, tail: null });
  hidden = testMessage({ stationId: own?.id ?? 0 });
  await storeMessages(
    sql,
    [linked, bare, hidden].map((message) => ({ message, flightKey: null })),
  );
  await sql`insert into message_raws (id, raw) values (${linked.id}, ${raw})`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function read(path: string, key = rest.key): Promise<unknown> {
  const response = await ask(rest.url + path, key);
  expect(response.status).toBe(200);
  return await response.json();
}

test("R-03: without include a message has its own members only", async () => {
  expect(await read(`/v1/messages/${linked.id}`)).toEqual(linked);
  expect(await read("/v1/messages")).toEqual([hidden, bare, linked]);
});

test("R-04: include adds the same parts by id and in lists", async () => {
  const body = ReadMessage.parse(await read(`/v1/messages/${linked.id}?include=${all}`));
  expect(body).toMatchObject({
    ...linked,
    raw,
    tree: null,
    // Its owner sees where it is.
    station: { id: rest.stationId, ident: "AB-KSFO1", latitude: -31.94444 },
    airframe: { id: airframeId, icao: "4CA9C1", tail: "EI-DEO", owner: "Aer" },
    flight: { id: flightId, flight: "EI123", flightIcao: "EIN123" },
  });
  const list = ReadMessage.array().parse(await read(`/v1/messages?include=${all}`));
  expect(list.map(({ id }) => id)).toEqual([hidden.id, bare.id, linked.id]);
  expect(list[2]).toEqual(body);
  for (const under of [`stations/${rest.stationId}`, "airframes/4CA9C1", `flights/${flightId}`]) {
    const [one] = (await read(
      `/v1/${under}/messages?include=${all}&before=${bare.id}`,
    )) as unknown[];
    expect(one).toEqual(body);
  }
});

test("R-04: a missing part is null, and only included parts are present", async () => {
  const nothing = { raw: null, tree: null, airframe: null, flight: null };
  const asked = "raw,tree,decoded,airframe,flight";
  expect(await read(`/v1/messages/${bare.id}?include=${asked}`)).toEqual({ ...bare, ...nothing });
  const some = (await read(`/v1/messages/${linked.id}?include=raw`)) as object;
  expect(Object.keys(some)).toEqual([...requiredMembers, "raw"]);
});

test("A-20: others see the rounded position of a station, and nothing of a hidden one", async () => {
  const list = (await read(`/v1/messages?include=${all}`, strangerKey)) as ReadMessage[];
  expect(list.map(({ id }) => id)).toEqual([bare.id, linked.id]);
  expect(list[0]?.station).toMatchObject({ latitude: -31.9, longitude: 116 });
  const one = await ask(`${rest.url}/v1/messages/${hidden.id}?include=${all}`, strangerKey);
  expect(one.status).toBe(404);
  expect(await read(`/v1/messages/${hidden.id}?include=station`)).toMatchObject({
    station: { ident: "HIDDEN" },
  });
});

test("raw hides from others what the message hides: an e-mail typed as ident, the exact position", async () => {
  const { sql } = rest.database.database;
  const { accountId } = rest;
  const station = await db.stations.add(sql, { ident: "jane-1a2b3c", accountId, sourceType: null });
  const stationId = station?.id ?? 0;
  await sql`update stations set latitude = 50.123456, longitude = 8.654321 where id = ${stationId}`;
  const typed = `{"station_id":"jane@example.org","lat":50.123456,"host":"attic","text":"A1"}`;
  const message = testMessage({ stationId, text: "A1" });
  await storeMessages(sql, [{ message, flightKey: null }]);
  await sql`insert into message_raws (id, raw) values (${message.id}, ${typed})`;
  const paths = [
    `/v1/messages/${message.id}?include=raw`,
    "/v1/messages?include=raw",
    `/v1/stations/${stationId}/messages?include=raw`,
    "/v1/messages/export",
    "/v1/messages/export?format=csv",
  ];
  for (const path of paths) {
    const response = await ask(rest.url + path, strangerKey);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/example\.org|50\.123456|attic/);
  }
  const shown = { station_id: "jane-1a2b3c", lat: null, text: "A1" };
  const body = await read(`/v1/messages/${message.id}?include=raw`, strangerKey);
  expect(JSON.parse((body as ReadMessage).raw ?? "")).toEqual(shown);
  expect(await read(`/v1/messages/${message.id}?include=raw`)).toMatchObject({ raw: typed });
});

test("R-04: assembled is the whole of each of its parts, and null for a message of a single block", async () => {
  const { sql } = rest.database.database;
  const { stationId } = rest;
  const parts = [1, 2, 3].map((part) =>
    testMessage({ stationId, assembly: { status: "unknown", part, parts: null } }),
  );
  const [, , last = testMessage()] = parts;
  const { whole, ...entry } = testWhole(last, { partIds: parts.map(({ groupId }) => groupId) });
  for (const [index, message] of [...parts, testMessage({ stationId })].entries()) {
    const completes = message === last ? { ...entry, whole } : null;
    const links = { first: true, skewed: false, icao: null, flightKey: null };
    const toStore = {
      message,
      links,
      raw: "{}",
      whole: completes,
      producer: "wholes:1",
      seq: index,
    };
    await db.messageStore.storeBatch(sql, {
      parts: [{ partition: 0, messages: [toStore] }],
      airframes: [],
      flights: [],
    });
  }
  for (const { id } of parts) {
    expect(await read(`/v1/messages/${id}?include=assembled`)).toMatchObject({ assembled: whole });
  }
  const list = (await read("/v1/messages?include=assembled&limit=4")) as ReadMessage[];
  expect(list.map(({ assembled }) => assembled?.id ?? null)).toEqual([
    null,
    ...parts.map(() => last.id),
  ]);
  expect(list.map((message) => ReadMessage.safeParse(message).success)).not.toContain(false);
});
