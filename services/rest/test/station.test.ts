import * as db from "@jetwire/db";
import { ListedStation, Station } from "@jetwire/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RestUnderTest } from "./rest-under-test.ts";
import { openStations } from "./stations-scene.ts";

let rest: RestUnderTest;
let mine: number;
let hidden: number;
let strangerKey: string;
beforeAll(async () => {
  ({ rest, mine, hidden, strangerKey } = await openStations());
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
