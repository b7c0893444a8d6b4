import * as db from "@jetwire/db";
import { dumphfdlAcars } from "@jetwire/decoders/samples";
import { GroundStation, GroundStationDetails, type Message, ReadMessage } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let strangerKey: string;
let messages: Record<"hfdl" | "vdlUp" | "vdlDown" | "vhf" | "unkept", Message>;

const at = new Date(Date.now() - 60_000).toISOString();
const gsif = {
  id: "vdl-2FFE01",
  system: "vdl",
  address: "2FFE01",
  name: null,
  airports: "ESSA",
  latitude: 59.6,
  longitude: 17.9,
  utcSync: null,
  firstReceivedAt: at,
  lastReceivedAt: at,
  lastActiveAt: at,
  frames: 4,
};

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId, stationId } = rest;
  const hidden = await db.stations.add(sql, { ident: "HIDDEN", accountId, sourceType: "vdl" });
  await sql`update stations set hidden = true where id = ${hidden?.id ?? 0}`;
  strangerKey = (await addKeyOwner(rest.database, "stranger", "unlimited")).key;
  const by = { id: gsif.id, lastReceivedAt: at, frames: 2 };
  await db.groundStations.writeSightings(sql, {
    groundStations: [gsif],
    frequencies: [{ id: gsif.id, khz: 136_975, lastActiveAt: at, announcedAt: null }],
    receivers: [
      { ...by, ident: "AB-KSFO1" },
      { ...by, ident: "HIDDEN" },
    ],
  });
  const vdl = { stationId, sourceType: "vdl", source: "dumpvdl2" };
  const hfdl = { stationId, sourceType: "hfdl", source: "dumphfdl" };
  messages = {
    vdlUp: testMessage({ ...vdl, linkDirection: "uplink", fromHex: "2FFE01", toHex: "ABCDE1" }),
    vdlDown: testMessage({ ...vdl, linkDirection: "downlink", fromHex: "ABCDE1", toHex: "2FFE01" }),
    hfdl: testMessage({ ...hfdl, linkDirection: "uplink" }),
    unkept: testMessage({ ...hfdl, linkDirection: "uplink" }),
    vhf: testMessage({ stationId }),
  };
  await storeMessages(
    sql,
    Object.values(messages).map((message) => ({ message, flightKey: null })),
  );
  await sql`insert into message_raws (id, raw)
    values (${messages.hfdl.id}, ${JSON.stringify(dumphfdlAcars)})`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function ids(query: string): Promise<string[]> {
  const list = GroundStation.array().parse(await rest.getJson(`/v1/ground-stations?${query}`));
  return list.map(({ id }) => id);
}

test("ground stations are listed by system, activity and place, by descending id", async () => {
  expect(await ids("limit=2")).toEqual(["vdl-2FFE01", "hfdl-9"]);
  expect(await ids("limit=2&before=hfdl-9")).toEqual(["hfdl-8", "hfdl-7"]);
  expect(await ids("limit=1&after=hfdl-9")).toEqual(["vdl-2FFE01"]);
  expect(await ids("system=hfdl")).toHaveLength(16);
  expect(await ids("active_within=60")).toEqual(["vdl-2FFE01"]);
  expect(await ids("bbox=17,59,18,60")).toEqual(["vdl-2FFE01"]);
});

test.each([
  ["system=acars", "system"],
  ["active_within=0", "active_within"],
  ["active_within=99999", "active_within"],
  ["before=4", "before"],
  ["bbox=1,2,3", "bbox"],
  ["radius=5", "radius"],
])("a list with %s is refused, naming the parameter", async (query, field) => {
  const response = await ask(`${rest.url}/v1/ground-stations?${query}`, rest.key);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ field }] });
});

test("a ground station has its frequencies, its frames by hour and who receives it", async () => {
  const path = `${rest.url}/v1/ground-stations/vdl-2FFE01`;
  const seenBy = async (key: string) =>
    GroundStationDetails.parse(await (await ask(path, key)).json());
  const shown = await seenBy(strangerKey);
  expect(shown).toMatchObject({
    airports: ["ESSA"],
    positionSource: "broadcast",
    frequencies: [{ frequency: 136.975, lastActiveAt: at }],
    lastHeardAt: at,
    receivers: [{ id: rest.stationId, ident: "AB-KSFO1", lastHeardAt: at, frames: 2 }],
    hours: [{ frames: 4 }],
  });
  const idents = (await seenBy(rest.key)).receivers.map(({ ident }) => ident);
  expect(idents.toSorted()).toEqual(["AB-KSFO1", "HIDDEN"]);
});

test.each(["hfdl-12", "vdl-000001", "hfdl", "__proto__"])(
  "there is no ground station %s",
  async (id) => {
    expect((await ask(`${rest.url}/v1/ground-stations/${id}`, rest.key)).status).toBe(404);
  },
);

test("R-04: include=ground_station names the ground station of uplinks and downlinks", async () => {
  const list = ReadMessage.array().parse(await rest.getJson("/v1/messages?include=ground_station"));
  const named = new Map(list.map((message) => [message.id, message.groundStation]));
  const vdl = { id: "vdl-2FFE01", airports: ["ESSA"], latitude: 59.6 };
  expect(named.get(messages.vdlUp.id)).toMatchObject(vdl);
  expect(named.get(messages.vdlDown.id)).toMatchObject(vdl);
  expect(named.get(messages.hfdl.id)).toEqual({
    id: "hfdl-1",
    system: "hfdl",
    address: "1",
    name: "San Francisco, California",
    airports: [],
    latitude: 38.3846,
    longitude: -121.7596,
  });
  expect(named.get(messages.vhf.id)).toBe(null);
  // The decoder's object is not kept any more.
  expect(named.get(messages.unkept.id)).toBe(null);
  const one = await rest.getJson(`/v1/messages/${messages.vdlUp.id}?include=ground_station`);
  expect(one).toMatchObject({ groundStation: vdl });
});
