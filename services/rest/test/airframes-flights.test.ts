import {
  Airframe,
  AirframeWithTails,
  Flight,
  FlightSummary,
  type Message,
  MessageIds,
} from "@jetwire/protocol";
import * as db from "@jetwire/db";
import { storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
const lufthansa = db.stableIds.ofAirframe("3C5EEC");
const private1 = db.stableIds.ofAirframe("N172SP");
const [current, past, lone] = [1, 2, 3].map((day) =>
  db.stableIds.ofFlight("3C5EEC", "DLH400", day),
) as [string, string, string];
const minuteMs = 60_000;

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * minuteMs).toISOString();
}

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  await sql`
    insert into airframes (id, icao, tail, type, owner, operator, first_received_at, last_received_at)
    values (${lufthansa}, '3C5EEC', 'D-AIBL', 'A319', 'Lessor 100% "X"', 'Lufthansa', now(), now()),
      (${private1}, null, 'N172SP', null, null, null, null, null),
      (${db.stableIds.ofAirframe("ABCDEF")}, 'ABCDEF', 'CABCDE', 'A319', 'Lessons', null, null, null)`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, departing_airport,
      destination_airport, first_received_at, last_received_at)
    values (${current}, 'DLH400', 'LH0400', ${lufthansa}, 'EDDF', 'KJFK', ${ago(90)}, ${ago(2)}),
      (${past}, 'DLH400', 'LH400', ${lufthansa}, 'EDDF', 'KJFK', ${ago(1500)}, ${ago(1400)}),
      (${lone}, 'XYZ1', 'XYZ1', null, null, 'EDDF', ${ago(30)}, ${ago(30)})`;
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function airframes(query: string): Promise<(string | null)[]> {
  return z
    .array(Airframe)
    .parse(await rest.getJson(`/v1/airframes?${query}`))
    .map(({ tail }) => tail);
}

async function flights(query: string): Promise<string[]> {
  return z
    .array(FlightSummary)
    .parse(await rest.getJson(`/v1/flights?${query}`))
    .map(({ id }) => id);
}

describe("/v1/airframes", () => {
  test.each([
    ["tail=dAibl", ["D-AIBL"]],
    ["tail=D-AI-BL", ["D-AIBL"]],
    ["icao=3c5eec", ["D-AIBL"]],
    ["owner=LESSOR%20100%25", ["D-AIBL"]],
    ["owner=less&type=a319&icao=abcdef", ["CABCDE"]],
    ["operator=luft", ["D-AIBL"]],
    ["type=B738", []],
  ])("%s", async (query, tails) => {
    expect(await airframes(query)).toEqual(tails);
  });

  test("the list has each airframe once, page by page", async () => {
    const seen: string[] = [];
    let path = "/v1/airframes?limit=2&type=A319";
    for (let page = 0; path !== "" && page < 5; page++) {
      const response = await rest.get(path);
      seen.push(...((await response.json()) as Airframe[]).map(({ id }) => id));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
      path = next?.slice(rest.url.length) ?? "";
    }
    expect(seen).toEqual([lufthansa, db.stableIds.ofAirframe("ABCDEF")].toSorted().toReversed());
  });

  test.each(["3C5EEC", "3c5eec", "D-AIBL", "daibl", lufthansa, lufthansa.toUpperCase()])(
    "one by %s",
    async (name) => {
      const airframe = AirframeWithTails.parse(await rest.getJson(`/v1/airframes/${name}`));
      expect(airframe).toMatchObject({ id: lufthansa, icao: "3C5EEC", operator: "Lufthansa" });
    },
  );

  test("six hexadecimal digits are an address, else a tail", async () => {
    expect(await rest.getJson("/v1/airframes/ABCDEF")).toMatchObject({ tail: "CABCDE" });
    expect(await rest.getJson("/v1/airframes/CABCDE")).toMatchObject({ icao: "ABCDEF" });
  });

  test.each(["0", "none", "FFFFFF", "%00", "a%2fb", "1234567-89-0"])(
    "R-18: %s is not found",
    async (name) => {
      expect((await rest.get(`/v1/airframes/${name}`)).status).toBe(404);
    },
  );

  test.each(["tail=!", "icao=12345", "owner=ab", "type=1", "before=x", "operator=ab%20"])(
    "R-18: %s is a 400 that names it",
    async (query) => {
      const response = await rest.get(`/v1/airframes?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ field: query.split("=")[0] }] });
    },
  );
});

describe("/v1/flights", () => {
  test("searches a box at most seven days back, unless few flights are compared", async () => {
    const since = new Date(Date.now() - 8 * 86_400_000).toISOString();
    const path = `/v1/flights?bbox=0,40,20,50&since=${since}`;
    const response = await rest.get(path);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ field: "since" }] },
    ]);
    expect((await rest.get(`${path}&flight=LH400`)).status).toBe(200);
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString();
    expect((await rest.get(`/v1/flights?bbox=0,40,20,50&since=${week}`)).status).toBe(200);
  });

  test.each([
    ["", [lone, current, past]],
    ["flight=LH400", [current, past]],
    ["flight=dlh0400", [current, past]],
    ["flight=LH0400&active=true", [current]],
    ["active=false", [past]],
    ["departing=eddf", [current, past]],
    ["destination=EDDF", [lone]],
    ["icao=3C5EEC&limit=1", [current]],
    ["tail=D-AIBL", [current, past]],
    [`airframe=${lufthansa}`, [current, past]],
    ["icao=FFFFFE", []],
    [`since=${ago(100)}`, [lone, current]],
    [`until=${ago(100)}`, [past]],
  ])("%s", async (query, ids) => {
    expect(await flights(query)).toEqual(ids);
  });

  test("the list can be followed page by page in both directions", async () => {
    expect(await flights(`before=${current}`)).toEqual([past]);
    expect(await flights(`after=${current}`)).toEqual([lone]);
    const response = await rest.get("/v1/flights?flight=lh400&limit=1");
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1] ?? "";
    expect(next).toContain("flight=lh400");
    expect(await (await rest.get(next.slice(rest.url.length))).json()).toMatchObject([
      { id: past },
    ]);
  });

  test("a flight has its spellings and whether it is in progress", async () => {
    expect(await rest.getJson("/v1/flights?flight=DLH400")).toMatchObject([
      { flight: "LH0400", flightIata: "LH400", flightIcao: "DLH400", status: "active" },
      { status: "ended" },
    ]);
    expect(await rest.getJson(`/v1/airframes/DAIBL/flights?active=true`)).toMatchObject([
      { id: current },
    ]);
  });

  test.each([
    ["active=maybe", "active"],
    ["since=yesterday", "since"],
    ["since=2026-01-02&until=2026-01-01", "until"],
    ["icao=3C5EEC&tail=D-AIBL", "tail"],
    ["departing=E", "departing"],
    ["flight=XX0000", "flight"],
    ["airframe=1", "airframe"],
  ])("R-18: %s is a 400 that names %s", async (query, field) => {
    const response = await rest.get(`/v1/flights?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field }] });
  });

  test("R-18: an empty period is a 400 under an airframe too", async () => {
    const query = "since=2026-01-02&until=2026-01-01";
    const response = await rest.get(`/v1/airframes/DAIBL/flights?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: "until" }] });
  });
});

describe("messages under a flight and its airframe", () => {
  const ids = new MessageIds(() => Date.now() - 5 * minuteMs);
  let ofFlight: Message[];

  beforeAll(async () => {
    const base = { airframeId: lufthansa, flightId: current };
    const positionAt = (latitude: number, longitude: number, minutes: number) =>
      testMessage({ ...base, id: ids.next(0), timestamp: ago(minutes), latitude, longitude });
    ofFlight = [positionAt(50, 8, 20), positionAt(50, 8, 15), positionAt(51, 8, 5)];
    // Linked through its airframe, without a flight number of its own.
    ofFlight.push(testMessage({ ...base, id: ids.next(0), flightNumber: null }));
    const other = testMessage({ id: ids.next(0), airframeId: lufthansa, flightId: past });
    await storeMessages(rest.database.database.sql, [
      ...ofFlight.map((message, n) => ({ message, flightKey: n < 3 ? "DLH400" : null })),
      { message: other, flightKey: "DLH400" },
    ]);
  });

  test("a flight has all of its messages, also those without its number", async () => {
    expect(await rest.getJson(`/v1/flights/${current}/messages`)).toEqual(ofFlight.toReversed());
    expect(await rest.getJson(`/v1/flights/${lone}/messages`)).toEqual([]);
  });

  test("an airframe has its messages under each of its names", async () => {
    expect(await rest.getJson("/v1/airframes/D-AIBL/messages")).toHaveLength(5);
    expect(await rest.getJson("/v1/airframes/3C5EEC/messages?limit=2")).toHaveLength(2);
  });

  test("messages of a hidden station are visible to its owner only, within a second", async () => {
    const { sql } = rest.database.database;
    const path = `/v1/flights/${current}`;
    const aSecond = { timeout: 5_000 };
    const count = async (under: string) => ((await rest.getJson(under)) as unknown[]).length;
    await sql`update stations set hidden = true where id = 1`;
    await expect.poll(() => count(`${path}/messages`), aSecond).toBe(0);
    expect(await count("/v1/airframes/D-AIBL/messages")).toBe(0);
    expect(await rest.getJson(path)).toMatchObject({ positions: [] });
    await sql`update stations set account_id = ${rest.accountId} where id = 1`;
    await expect.poll(() => count(`${path}/messages`), aSecond).toBe(4);
    await sql`update stations set hidden = false, account_id = null where id = 1`;
    await expect
      .poll(async () => await rest.getJson(path), aSecond)
      .not.toMatchObject({ positions: [] });
  });

  test("R-08: a flight by its id has its airframe, positions and track, and an ETag", async () => {
    await rest.database.database.sql`update flights set track = 0 where id = ${current}`;
    const response = await rest.get(`/v1/flights/${current}`);
    const flight = Flight.parse(await response.json());
    expect(flight).toMatchObject({ track: 0, airframe: { tail: "D-AIBL" }, airframeId: lufthansa });
    expect(flight.positions.map(({ latitude }) => latitude)).toEqual([51, 50, 50]);
    const etag = response.headers.get("etag") ?? "";
    const again = await rest.get(`/v1/flights/${current}`, { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect((await rest.get(`/v1/flights/${db.stableIds.ofAirframe("none")}`)).status).toBe(404);
    expect((await rest.get("/v1/flights/LH400")).status).toBe(404);
  });
});
