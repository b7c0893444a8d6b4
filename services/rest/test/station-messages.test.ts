import * as db from "@jetwire/db";
import { ListedStation, type Message, MessageIds, StationStatus } from "@jetwire/protocol";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";
import { openStations } from "./stations-scene.ts";

let rest: RestUnderTest;
let mine: number;
let hidden: number;
beforeAll(async () => {
  ({ rest, mine, hidden } = await openStations());
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

describe("the messages of a station", () => {
  const ids = new MessageIds(Date.now);
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
