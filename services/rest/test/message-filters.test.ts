import * as db from "@jetwire/db";
import { type Message, messageIdFloor, MessageIds, type Problem } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const dayMs = 86_400_000;
const icao = "4CA9C1";
const airframe = "80000000-0000-8000-a000-000000000001";
const other = "80000000-0000-8000-a000-000000000002";
const startMs = Date.now() - 3_600_000;
const minute = (n: number) => new Date(startMs + n * 60_000).toISOString();
/** The same in a zone of its own, without milliseconds: of a whole second. */
const zoned = (n: number) => {
  const local = new Date(startMs - (startMs % 1_000) + n * 60_000 + 2 * 3_600_000);
  return local.toISOString().replace(/\.\d+Z$/, "+02:00");
};
const cursor = (n: number) => messageIdFloor(startMs + n * 60_000);

const sent: Partial<Message> = { airframeId: null, fromHex: "ABCDEF", toHex: "10A1B2" };
const addressed: Partial<Message> = { airframeId: null, fromHex: "10A1B2", toHex: "ABCDEF" };
/** One a minute, by name; each is what a filter is about. */
const stored: Record<string, Partial<Message>> = {
  plain: { ...sent, label: "SQ", text: "02XA", tail: "N101AB" },
  uplink: {
    ...addressed,
    label: "H1",
    linkDirection: "uplink",
    tail: "G-EUPT",
    text: "FPN/RI 50% a_b",
  },
  vdl: {
    label: "H1",
    sourceType: "vdl",
    error: 3,
    snr: 10.3,
    airframeId: airframe,
    tail: "EI-DEO",
  },
  hfdl: { label: null, sourceType: "hfdl", error: null, snr: -2.5, tail: null, airframeId: other },
  perth: { label: "10", latitude: -31.95, longitude: 115.86, error: 1, stationId: 7 },
  fiji: { label: "10", latitude: -17.75, longitude: 177.45, text: "Position Report", error: 2 },
  samoa: { label: "_d", latitude: -13.83, longitude: -171.98, text: "posn ctrl", stationId: 7 },
};
const names = Object.keys(stored);

let rest: RestUnderTest;
const ids = new Map<string, string>();

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  await db.partitions.ensure(sql, new Date(Date.now() - 30 * dayMs), 31);
  await sql`insert into airframes (id, icao) values (${airframe}, ${icao}), (${other}, '4CA9C2')`;
  await sql`insert into stations (id, ident) overriding system value values (7, 'DD-YPPH2')`;
  await storeMessages(
    sql,
    names.map((name, n) => {
      const id = new MessageIds(() => startMs + n * 60_000).next(0);
      ids.set(name, id);
      const message = testMessage({ tail: null, text: null, ...stored[name], id, groupId: id });
      return { message, flightKey: name === "vdl" ? "EIN123" : null };
    }),
  );
});
afterAll(() => rest[Symbol.asyncDispose]());

async function found(query: string): Promise<string[]> {
  const response = await rest.get(`/v1/messages?${query}`);
  expect(response.status).toBe(200);
  const messages = (await response.json()) as Message[];
  return messages.map(({ id }) => [...ids].find(([, known]) => known === id)?.[0] ?? id);
}

describe("R-06: GET /v1/messages is filtered", () => {
  test.each([
    ["flight=ei123", "vdl"],
    ["tail=n101ab", "plain"],
    ["tail=geupt", "uplink"],
    ["tail=G-EUPT", "uplink"],
    [`icao=${icao.toLowerCase()}`, "vdl"],
    ["icao=ABCDEF", "uplink plain"],
    ["icao=ABCDEF&link_direction=uplink", "uplink"],
    ["icao=10A1B2", ""],
    ["icao=ABCDE0", ""],
    [`airframe=${other}`, "hfdl"],
    [`airframe=${airframe}&icao=${icao}`, "vdl"],
    [`airframe=${other}&icao=${icao}`, ""],
    ["station=7", "samoa perth"],
    ["station=DD-YPPH2", "samoa perth"],
    ["label=H1", "vdl uplink"],
    ["label=H1,10", "fiji perth vdl uplink"],
    ["label=H1,10&limit=3", "fiji perth vdl"],
    ["label=H1,10&station=7", "perth"],
    ["exclude_label=H1,10", "samoa hfdl plain"],
    ["exclude_text=pos", "perth hfdl vdl uplink plain"],
    ["exclude_text=POS,fpn/ri%2050%25", "perth hfdl vdl plain"],
    ["exclude_text=%25", "samoa fiji perth hfdl vdl plain"],
    ["label=H1,10&exclude_label=_d", "fiji perth vdl uplink"],
    ["source_type=vdl,hfdl", "hfdl vdl"],
    ["link_direction=uplink", "uplink"],
    [`since=${minute(4)}`, "samoa fiji perth"],
    [`since=${encodeURIComponent(zoned(4))}`, "samoa fiji perth"],
    [`since=${zoned(4)}`, "samoa fiji perth"],
    [`until=${minute(2)}`, "uplink plain"],
    [`since=${minute(1)}&until=${minute(3)}`, "vdl uplink"],
    ["text=pos", "samoa fiji"],
    ["text=ION%20REP", "fiji"],
    ["text=FPN/RI%2050%25", "uplink"],
    ["text=FPN&label=10", ""],
    ["text=abc", ""],
    ["has_position=true", "samoa fiji perth"],
    ["has_position=false", "hfdl vdl uplink plain"],
    ["bbox=110,-40,120,-30", "perth"],
    ["bbox=170,-20,-170,0", "samoa fiji"],
    ["bbox=-180,-90,180,90&has_position=true", "samoa fiji perth"],
    ["snr_min=10.3", "vdl"],
    ["snr_min=-3", "hfdl vdl"],
    ["snr_min=10.4", ""],
    ["error_max=1", "samoa perth hfdl uplink plain"],
    ["error_max=0&source_type=acars&label=10,_d", "samoa"],
    ["station=7&bbox=170,-20,-170,0&text=CTRL&error_max=0&link_direction=downlink", "samoa"],
  ])("by %s", async (query, expected) => {
    expect(await found(query)).toEqual(expected === "" ? [] : expected.split(" "));
  });

  test("wildcards of SQL are ordinary characters in a text", async () => {
    expect(await found("text=FPN/RI%2050%25%20a_b")).toEqual(["uplink"]);
    expect(await found("text=FPN_RI")).toEqual([]);
    expect(await found("text=FPN%25a_b")).toEqual([]);
  });

  test("links keep every filter", async () => {
    const response = await rest.get(
      `/v1/messages?label=H1,10&error_max=3&since=${minute(0)}&limit=2`,
    );
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    expect(Object.fromEntries(new URL(link).searchParams)).toMatchObject({
      label: "10,H1",
      error_max: "3",
      since: minute(0),
      limit: "2",
    });
    expect(await found(link.slice(link.indexOf("?") + 1))).toEqual(["vdl", "uplink"]);
  });

  test.each([
    ["tail=%20", ["tail"]],
    ["icao=XYZ", ["icao"]],
    ["flight=777", ["flight"]],
    ["flight=XA0001", ["flight"]],
    ["station=nope", ["station"]],
    ["station=dd-ypph2", ["station"]],
    ["station=99", ["station"]],
    ["source_type=nope", ["source_type"]],
    ["station=0", ["station"]],
    ["station=", ["station"]],
    ["station=99999999999", ["station"]],
    ["airframe=1", ["airframe"]],
    ["label=", ["label"]],
    ["label=H1,TOOLONG", ["label"]],
    [`label=${Array.from({ length: 21 }, (_, n) => n).join(",")}`, ["label"]],
    ["source_type=VDL", ["source_type"]],
    ["link_direction=up", ["link_direction"]],
    ["since=yesterday", ["since"]],
    ["text=ab", ["text"]],
    ["text=%25%25%25", ["text"]],
    ["bbox=1,2,3", ["bbox"]],
    ["bbox=1,3,2,2", ["bbox"]],
    ["has_position=yes", ["has_position"]],
    ["error_max=-1", ["error_max"]],
    ["snr_min=loud", ["snr_min"]],
    ["snr_min=101", ["snr_min"]],
    ["include=everything", ["include"]],
    [`since=${minute(2)}&until=${minute(2)}`, ["since", "until"]],
    ["label=H1&exclude_label=H1,10", ["label", "exclude_label"]],
    ["has_position=false&bbox=1,1,2,2", ["has_position", "bbox"]],
    [`since=${minute(3)}&before=${cursor(2)}`, ["since", "before"]],
    [`until=${minute(3)}&after=${cursor(3)}`, ["until", "after"]],
    ["label=H1&exclude_label=H1&x=1&has_position=false&bbox=0,0,1,1", ["x"]],
  ])("R-18: %s is a 400 that names the parameter", async (query, fields) => {
    const response = await rest.get(`/v1/messages?${query}`);
    expect(response.status).toBe(400);
    const { errors = [] } = (await response.json()) as Problem;
    expect(errors.map(({ field }) => field)).toEqual(expect.arrayContaining(fields));
  });
});

describe("R-06: a search that no index answers in order", () => {
  const far: string[] = [];

  beforeAll(async () => {
    const { sql } = rest.database.database;
    for (const days of [25, 12, 11]) {
      const id = new MessageIds(() => Date.now() - days * dayMs).next(0);
      far.unshift(id);
      const message = testMessage({ id, sourceType: "iridium-acars" });
      await storeMessages(sql, [{ message, flightKey: null }]);
    }
  });

  test("searches a week for a page, and reports how far it came", async () => {
    const response = await rest.get("/v1/messages?source_type=iridium-acars");
    expect(await response.json()).toEqual([]);
    const searchedMs = Date.now() - Date.parse(response.headers.get("x-searched-since") ?? "");
    expect(Math.abs(searchedMs - 7 * dayMs)).toBeLessThan(60_000);
  });

  test("continues by next to the end", async () => {
    const seen: string[] = [];
    let pages = 0;
    let path: string | undefined = "/v1/messages?source_type=iridium-acars&limit=1";
    for (; path !== undefined && pages < 12; pages++) {
      const response = await rest.get(path);
      seen.push(...((await response.json()) as Message[]).map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
      path = next?.slice(rest.url.length);
    }
    expect(seen).toEqual(far);
    expect(pages).toBeLessThan(12);
  });

  test("works upwards too", async () => {
    const seen: string[] = [];
    let path = `/v1/messages?source_type=iridium-acars&after=${messageIdFloor(0)}`;
    for (let page = 0; page < 6; page++) {
      const response = await rest.get(path);
      seen.unshift(...((await response.json()) as Message[]).map(({ id }) => id));
      const prev = /<([^>]+)>; rel="prev"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
      path = prev.slice(rest.url.length);
    }
    expect(seen).toEqual(far);
  });

  test("searches back to since, if it is given", async () => {
    const since = new Date(Date.now() - 29 * dayMs).toISOString();
    const response = await rest.get(`/v1/messages?source_type=iridium-acars&since=${since}`);
    expect(((await response.json()) as Message[]).map(({ id }) => id)).toEqual(far);
    expect(response.headers.get("x-searched-since")).toBeNull();
  });

  test("R-18: a search that takes too long is a 503 with advice", async () => {
    const { sql } = rest.database.database;
    const reserved = await sql.reserve();
    try {
      await reserved`begin`;
      await reserved`lock table messages in access exclusive mode`;
      const response = await rest.get("/v1/messages?text=anything");
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
      expect(((await response.json()) as Problem).message).toContain("narrow the time range");
    } finally {
      await reserved`rollback`;
      reserved.release();
    }
  });
});
