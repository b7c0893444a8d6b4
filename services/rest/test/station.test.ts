import * as db from "@jetwire/db";
import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import {
  createMessageIds,
  ListedStation,
  type Message,
  Station,
  StationStatus,
} from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
let mine: number;
let hidden: number;
let strangerKey: string;

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId } = rest;
  mine = (await db.stations.add(sql, { ident: "Mine-1", accountId, sourceType: "vdl" }))?.id ?? 0;
  hidden = (await db.stations.add(sql, { ident: "Hidden", accountId, sourceType: "vdl" }))?.id ?? 0;
  await sql`update stations set hidden = true where id = ${hidden}`;
  await sql`
    update stations set latitude = 37.6188, longitude = -122.3754, last_received_at = now()
    where id in (${mine}, ${hidden})`;
  const stranger = await db.accounts.add(sql, "stranger");
  strangerKey = makeApiKey();
  await db.apiKeys.add(sql, {
    accountId: stranger?.id ?? "",
    tier: "unlimited",
    keyHash: hashApiKey(strangerKey),
    hint: apiKeyHint(strangerKey),
    scopes: ["read", "manage"],
  });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function list(query: string, headers = {}): Promise<string[]> {
  const response = await rest.get(`/v1/stations?${query}`, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as ListedStation[]).map(({ ident }) => ident);
}

function asStranger(): Record<string, string> {
  return { authorization: `Bearer ${strangerKey}` };
}

async function patch(id: number, body: unknown, key = rest.key): Promise<Response> {
  return await fetch(`${rest.url}/v1/stations/${id}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

describe("GET /v1/stations", () => {
  test.each([
    ["ident=mine", ["Mine-1"]],
    ["ident=%25", []],
    ["source_type=vdl", ["Mine-1"]],
    ["online=true", ["Mine-1"]],
    ["online=false", ["AB-KSFO1"]],
    ["mine=true", ["Hidden", "Mine-1"]],
    ["bbox=-123,37,-122,38", ["Mine-1"]],
    ["bbox=170,37,-122,38", ["Mine-1"]],
    ["bbox=-123,38,-122,39", []],
    ["source_type=vdl&online=true&ident=m&bbox=-180,-90,180,90", ["Mine-1"]],
  ])("%s", async (query, idents) => {
    expect(await list(query)).toEqual(idents);
  });

  test("a bounding box is compared with the rounded position, so that it does not disclose the exact one", async () => {
    const tight = "bbox=-122.38,37.61,-122.37,37.63";
    const around = "bbox=-122.41,37.59,-122.39,37.61";
    expect(await list(tight, asStranger())).toEqual([]);
    expect(await list(around, asStranger())).toEqual(["Mine-1"]);
    expect(await list(tight)).toEqual(["Mine-1"]);
  });

  test("links keep the filters", async () => {
    const response = await rest.get("/v1/stations?mine=true&limit=1&bbox=-123,37,-122,38");
    const next = /<[^>]*\?([^>]*)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    expect(Object.fromEntries(new URLSearchParams(next))).toEqual({
      mine: "true",
      bbox: "-123,37,-122,38",
      limit: "1",
      before: String(hidden),
    });
    expect(await list(next ?? "")).toEqual(["Mine-1"]);
  });

  test.each(["ident=", "online=yes", "bbox=1,2,3", "bbox=0,10,0,5", "bbox=181,0,0,1", "mine=1"])(
    "R-18: %s is a 400 that names it",
    async (query) => {
      const response = await rest.get(`/v1/stations?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: query.split("=")[0] }] });
    },
  );
});

describe("GET and PATCH /v1/stations/:id", () => {
  test("what an owner changes is recorded without the position,", async () => {
    const { sql } = rest.database.database;
    const own = { ident: "Recorded", accountId: rest.accountId, sourceType: null };
    const id = (await db.stations.add(sql, own))?.id ?? 0;
    for (const body of [{ latitude: 1.25, longitude: 2.5 }, { hidden: true }, { hidden: false }]) {
      expect((await patch(id, body)).status).toBe(200);
    }
    const rows = await sql<{ action: string; details: object }[]>`
      select action, details from audit_log
      where object_kind = 'station' and object_id = ${String(id)} and actor = ${rest.accountId}
      order by id`;
    expect(rows).toEqual([
      { action: "station.set", details: { changed: ["latitude", "longitude"] } },
      { action: "station.hide", details: {} },
      { action: "station.show", details: {} },
    ]);
  });

  test("its owner sees its exact position and settings, others a rounded position only", async () => {
    const own = Station.parse(await (await rest.get(`/v1/stations/${mine}`)).json());
    expect(own).toMatchObject({
      ident: "Mine-1",
      latitude: 37.6188,
      settings: { hidden: false, showsExactPosition: false },
    });
    const response = await rest.get(`/v1/stations/${mine}`, asStranger());
    const seen = Station.parse(await response.json());
    expect(seen).toMatchObject({ latitude: 37.6, longitude: -122.4, settings: null });
    expect(JSON.stringify(seen)).not.toContain(rest.accountId);
    expect(response.headers.get("etag")).toMatch(/^"/);
  });

  test.each(["", "/status", "/messages", "/stats"])(
    "a hidden station%s is there for its owner alone",
    async (path) => {
      expect((await rest.get(`/v1/stations/${hidden}${path}`)).status).toBe(200);
      expect((await rest.get(`/v1/stations/${hidden}${path}`, asStranger())).status).toBe(404);
    },
  );

  test.each(["0", "x", "2147483648", "99999999999", "1.5", "%00"])(
    "R-18: station %s is not found",
    async (id) => {
      expect((await rest.get(`/v1/stations/${id}`)).status).toBe(404);
    },
  );

  test("its owner can change it, member by member", async () => {
    const change = { showsExactPosition: true, countryCode: "US" };
    const changed = await patch(mine, change);
    expect(changed.status).toBe(200);
    expect(await changed.json()).toMatchObject({
      countryCode: "US",
      latitude: 37.6188,
      settings: { hidden: false, showsExactPosition: true },
    });
    const seen = await (await rest.get(`/v1/stations/${mine}`, asStranger())).json();
    expect(seen).toMatchObject({ latitude: 37.6188, countryCode: "US" });
    expect(await (await patch(mine, {})).json()).toMatchObject({ countryCode: "US" });
    const forgotten = await patch(mine, { latitude: null, longitude: null });
    expect(await forgotten.json()).toMatchObject({ latitude: null, longitude: null });
    await patch(mine, { latitude: 37.6188, longitude: -122.3754, showsExactPosition: false });
  });

  test("no other account can change it, or learn that it exists", async () => {
    expect((await patch(mine, { hidden: true }, strangerKey)).status).toBe(404);
    expect((await patch(hidden, { hidden: false }, strangerKey)).status).toBe(404);
    expect((await patch(rest.stationId, { hidden: true })).status).toBe(404);
  });

  test.each([
    [{ latitude: 1 }, "latitude,longitude"],
    [{ latitude: null, longitude: 1 }, "latitude"],
    [{ latitude: 91, longitude: 1 }, "latitude"],
    [{ countryCode: "usa" }, "countryCode"],
    [{ hidden: "yes" }, "hidden"],
    [{ ident: "Other", accountId: "x" }, "ident,accountId"],
  ])("R-18: %j is a 400 that names it", async (body, fields) => {
    const response = await patch(mine, body);
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { field: string }[] };
    expect(fields.split(",")).toEqual(expect.arrayContaining(errors.map(({ field }) => field)));
  });
});

describe("the messages of a station", () => {
  const ids = createMessageIds(Date.now);
  const messages: Message[] = [];

  beforeAll(async () => {
    for (let n = 0; n < 5; n++) {
      messages.unshift(testMessage({ id: ids.next(0), stationId: mine, source: "vdlm2dec" }));
    }
    const other = testMessage({ id: ids.next(0), stationId: rest.stationId });
    const later = testMessage({
      id: ids.next(0),
      stationId: mine,
      groupId: other.id,
      source: "dumpvdl2",
    });
    messages.unshift(later);
    await storeMessages(
      rest.database.database.sql,
      [other, ...messages].map((message) => ({ message, flightKey: null })),
    );
  });

  test("are listed newest first, page by page", async () => {
    const first = await rest.get(`/v1/stations/${mine}/messages?limit=4`);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
    const second = await rest.get(next.slice(rest.url.length));
    expect([...((await first.json()) as []), ...((await second.json()) as [])]).toEqual(messages);
  });

  test("make its status: online, decoders, and the share that others received earlier", async () => {
    const response = await rest.get(`/v1/stations/${mine}/status`);
    expect(StationStatus.parse(await response.json())).toMatchObject({
      id: mine,
      ident: "Mine-1",
      online: true,
      messagesPerHour: { now: 6, estimated: false },
      decoders: ["dumpvdl2", "vdlm2dec"],
      skewedShare: 0,
      laterShare: 1 / 6,
    });
    const silent = await rest.get(`/v1/stations/${rest.stationId}/status`);
    expect(await silent.json()).toMatchObject({ online: false, lastHeardAt: null });
  });

  test("make its current rate, beside the usual rate of this hour", async () => {
    const { sql } = rest.database.database;
    const usual = async () => {
      const status = await (await rest.get(`/v1/stations/${mine}/status`)).json();
      return StationStatus.parse(status).messagesPerHour.usual;
    };
    await sql`
      insert into message_counts (hour, station_id, source_type, messages)
      select date_trunc('hour', now(), 'UTC') - day * interval '24 hours', ${mine}, type, 10 * day
      from generate_series(1, 3) day, unnest(array['vdl', 'acars']) type`;
    await sql`update stations set first_received_at = now() - interval '51 hours' where id = ${mine}`;
    expect(await usual()).toBeNull();
    await sql`update stations set first_received_at = now() - interval '99 hours' where id = ${mine}`;
    // Of 20, 40, 60 and a silent day.
    expect(await usual()).toBe(30);
  });

  test("make the same rates in the list of stations, if it asks for them", async () => {
    const listed = async (query: string) => {
      const response = await rest.get(`/v1/stations?mine=true&${query}`);
      return ListedStation.array().parse(await response.json());
    };
    const status = StationStatus.parse(
      await (await rest.get(`/v1/stations/${mine}/status`)).json(),
    );
    const { messagesPerHour, laterShare } = status;
    const byId = new Map((await listed("include=rates")).map(({ id, rates }) => [id, rates]));
    expect(byId.get(mine)).toEqual({ messagesPerHour, laterShare });
    expect(byId.get(hidden)).toEqual({
      messagesPerHour: { now: 0, estimated: false, usual: null },
      laterShare: null,
    });
    expect((await listed("ident=mine")).map(({ rates }) => rates)).toEqual([undefined]);
    const refused = await rest.get("/v1/stations?include=owner");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: "include", message: "must be rates" }],
    });
  });

  test("make a badge of a visible station for everybody, at most a minute old", async () => {
    const { sql } = rest.database.database;
    await sql`update stations set ident = '<b>"&' where id = ${mine}`;
    const response = await fetch(`${rest.url}/v1/stations/${mine}/status.svg`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^image\/svg\+xml/);
    expect(response.headers.get("cache-control")).toBe("public, max-age=30");
    const svg = await response.text();
    expect(svg).toContain("&lt;b&gt;&quot;&amp;: online, 6/h");
    expect(svg).not.toContain("<b>");
    expect((await fetch(`${rest.url}/v1/stations/${hidden}/status.svg`)).status).toBe(404);
    expect((await rest.get(`/v1/stations/${hidden}/status.svg`)).status).toBe(404);
  });
});

test("A-46: a badge is drawn once for all who load it, and an address loads 120 in a minute", async () => {
  await using own = await startRest({ REST_TRUSTED_PROXIES: "127.0.0.1" });
  const { sql } = own.database.database;
  const station = await db.stations.add(sql, {
    ident: "Badge-1",
    accountId: own.accountId,
    sourceType: null,
  });
  const load = async (address: string) => {
    const headers = { "x-forwarded-for": address, "x-forwarded-proto": "https" };
    const url = `${own.url}/v1/stations/${station?.id}/status.svg`;
    const response = await fetch(url, { headers });
    return { status: response.status, svg: await response.text() };
  };
  expect((await load("2001:db8::1")).svg).toContain("Badge-1");
  await sql`update stations set ident = 'Badge-2' where id = ${station?.id ?? 0}`;
  expect((await load("2001:db8::1")).svg).toContain("Badge-1");
  const answers = await Promise.all(
    Array.from({ length: 130 }, (_, n) => load(`2001:db8::${n.toString(16)}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(118);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
  expect((await load("2001:db8:0:1::1")).status).toBe(200);
});
