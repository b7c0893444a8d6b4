import * as db from "@jetwire/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

beforeAll(async () => {
  rest = await startRest();
  const { sql } = rest.database.database;
  await sql`delete from stations`;
  await sql`
    insert into stations (id, ident, country_code, messages_count, last_received_at, hidden)
    overriding system value
    values (11, 'beta', 'US', 5, ${ago(3)}, false), (12, 'ALPHA', null, 5, null, false),
      (13, 'Gamma', 'AT', 9, ${ago(1)}, false), (14, 'delta', 'DE', 0, ${ago(2)}, false),
      (15, 'concealed', 'CH', 7, ${ago(2)}, true)`;
  const flights = ["ABC3", "ABC1", "ABC2"].map((name, at) => ({
    id: db.stableIds.ofFlight("3C5EEC", name, at),
    name,
    from: [null, "EDDF", "KJFK"][at] ?? null,
    first: ago(40 - at),
    last: ago([2, 3, 1][at] ?? 0),
  }));
  for (const { id, name, from, first, last } of flights) {
    await sql`
      insert into flights (id, flight_key, flight, departing_airport, first_received_at, last_received_at)
      values (${id}, ${name}, ${name}, ${from}, ${first}, ${last})`;
  }
  const frames = { utcSync: null, airports: "", latitude: null, longitude: null };
  const sighting = (address: string, minutes: number, count: number) => ({
    ...frames,
    id: `vdl-${address}`,
    system: "vdl",
    address,
    name: null,
    firstReceivedAt: ago(minutes),
    lastReceivedAt: ago(minutes),
    lastActiveAt: ago(minutes),
    frames: count,
  });
  await db.groundStations.writeSightings(sql, {
    groundStations: [sighting("10000A", 3, 4), sighting("10000B", 2, 6), sighting("10000C", 1, 5)],
    frequencies: [],
    receivers: [
      { id: "vdl-10000A", ident: "beta", lastReceivedAt: ago(3), frames: 4 },
      { id: "vdl-10000A", ident: "delta", lastReceivedAt: ago(3), frames: 4 },
      { id: "vdl-10000B", ident: "concealed", lastReceivedAt: ago(3), frames: 6 },
      { id: "vdl-10000C", ident: "beta", lastReceivedAt: ago(1), frames: 5 },
    ],
  });
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

type Item = Readonly<Record<string, unknown>>;

/** Follows a list to its end by the links of its answers, `next` or `prev`, and returns what it lists. */
async function walk(path: string, rel: "next" | "prev", member: string): Promise<unknown[]> {
  const pages: unknown[][] = [];
  let next: string | undefined = path;
  while (next !== undefined && pages.length < 10) {
    const response: Response = await ask(new URL(next, rest.url).href, rest.key);
    expect(response.status).toBe(200);
    const values = ((await response.json()) as Item[]).map((item) => item[member]);
    pages.push(values);
    next = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(response.headers.get("link") ?? "")?.[1];
  }
  return (rel === "next" ? pages : pages.toReversed()).flat();
}

const stations = "/v1/stations";
const flights = "/v1/flights?active=true";
const ground = "/v1/ground-stations?active_within=60";

test.each<[string, string, string, unknown[]]>([
  [stations, "ident", "ident", ["ALPHA", "beta", "delta", "Gamma"]],
  [stations, "-ident", "ident", ["Gamma", "delta", "beta", "ALPHA"]],
  [stations, "country_code", "countryCode", ["AT", "DE", "US", null]],
  [stations, "-country_code", "countryCode", ["US", "DE", "AT", null]],
  [stations, "messages_count", "id", [14, 11, 12, 13]],
  [stations, "-messages_count", "id", [13, 12, 11, 14]],
  [stations, "last_heard_at", "id", [11, 14, 13, 12]],
  [stations, "-last_heard_at", "id", [13, 14, 11, 12]],
  [flights, "flight", "flight", ["ABC1", "ABC2", "ABC3"]],
  [flights, "-last_heard_at", "flight", ["ABC2", "ABC3", "ABC1"]],
  [flights, "departing", "departingAirport", ["EDDF", "KJFK", null]],
  [flights, "-departing", "departingAirport", ["KJFK", "EDDF", null]],
  [ground, "-name", "address", ["10000C", "10000B", "10000A"]],
  [ground, "last_active_at", "address", ["10000A", "10000B", "10000C"]],
  [ground, "-frames_count", "framesCount", [6, 5, 4]],
  [ground, "-receivers_count", "receiversCount", [2, 1, 0]],
])("%s is sorted by %s, page by page", async (list, order, member, expected) => {
  const path = `${list}${list.includes("?") ? "&" : "?"}order=${order}`;
  expect(await walk(`${path}&limit=2`, "next", member)).toEqual(expected);
  expect(await walk(`${path}&limit=1`, "next", member)).toEqual(expected);
});

test("a sorted list is read back from a cursor to its beginning", async () => {
  const path = "/v1/stations?order=ident&limit=1&after=13";
  expect(await walk(path, "prev", "ident")).toEqual(["ALPHA", "beta", "delta"]);
});

describe("a sorted list", () => {
  test("tells nothing of a hidden station whose id is the cursor", async () => {
    expect(await rest.getJson("/v1/stations?order=-messages_count&before=15")).toEqual([]);
    expect(await rest.getJson("/v1/stations?order=-messages_count&after=15")).toEqual([]);
  });

  test.each([
    [`${stations}?order=hidden`, "must be one of ident, -ident,"],
    [`${ground}&order=`, "must be one of name, -name,"],
    ["/v1/flights?order=flight", "needs active=true"],
    ["/v1/flights?order=flight&active=false", "needs active=true"],
  ])("%s is refused", async (path, message) => {
    const response = await ask(`${rest.url}${path}`, rest.key);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ field: "order", message: expect.stringContaining(message) }],
    });
  });
});
