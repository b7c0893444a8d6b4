import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as db from "../src/index.ts";
import { isKnown } from "../src/airlines/airlines.ts";
import type { Sql } from "../src/index.ts";
import { planOf } from "./plan-of.ts";

let at: TestDatabase;
const id = "80000000-0000-8000-a000-000000000000";
const flight = {
  flightKey: "AAL5",
  flight: {
    id,
    flight: "AA5",
    flightIata: null,
    flightIcao: null,
    departingAirport: null,
    destinationAirport: null,
    status: "ended",
    latitude: null,
    longitude: null,
    altitude: null,
    track: null,
    positionAt: null,
    airline: null,
    departure: null,
    destination: null,
    airframeId: id,
    firstHeardAt: new Date(Date.now() - 3_600_000).toISOString(),
    lastHeardAt: new Date().toISOString(),
  },
};

beforeAll(async () => {
  at = await createTestDatabase();
  const { sql } = at.database;
  // Enough that reading a table from end to end is never the cheapest way.
  await sql`
    insert into airframes (id, icao, tail, type, owner, operator, first_received_at, last_received_at)
    select md5('a' || n)::uuid, upper(lpad(to_hex(n), 6, '0')), 'N' || n, 'T' || n % 400, 'Owner ' || n,
      'Operator ' || n, now(), now() - n * interval '1 minute'
    from generate_series(1, 40000) n`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, departing_airport,
      destination_airport, first_received_at, last_received_at)
    select md5('f' || n)::uuid, 'AAL' || n % 4000, 'AA' || n % 4000, md5('a' || n % 9000)::uuid,
      'K' || n % 500, 'E' || n % 500, now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 40000) n`;
  // Of flights that have expired: facts give stored flights their airports.
  await sql`
    insert into flight_facts (flight_id, callsign, flown_on, departure, destination, evidence, first_at, last_at)
    select md5('expired' || n)::uuid, 'AAL' || n % 4000, current_date, 'K' || n % 20, 'E' || n % 20, '{}',
      now() - n * interval '1 minute', now()
    from generate_series(1, 40000) n`;
  await sql`
    insert into messages (id, group_id, received_at, skewed, created_at, station_id, airframe_id,
      flight_id, source, source_type, latitude, longitude)
    select (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - n * 20), 12, '0')
        || '7' || lpad(to_hex(n % 4096), 3, '0') || 'a' || substr(md5('m' || n), 18))::uuid, md5('g' || n)::uuid,
      now(), false, now(), n % 300, md5('a' || n % 9000)::uuid, md5('f' || n % 9000)::uuid, 'acarsdec', 'acars',
      n % 90, n % 180
    from generate_series(1, 60000) n`;
  await sql`analyze airframes, airlines, airports, flights, flight_facts, messages`;
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
});

const page = { limit: 101 };
const viewer = { accountId: null, hiddenStationIds: [] };
const open = { viewer };
const airframe = "00000000-0000-0000-0000-000000000000";
const cases: [string, string, (sql: Sql) => Promise<unknown>][] = [
  ["airframes", "airframes_pkey", (sql) => db.airframes.list(sql, { ...page, before: id })],
  ["a tail", "airframes_tail", (sql) => db.airframes.list(sql, { ...page, tail: "N77" })],
  ["an address", "airframes_icao", (sql) => db.airframes.list(sql, { ...page, icao: "00004D" })],
  ["a type", "airframes_type", (sql) => db.airframes.list(sql, { ...page, type: "T7" })],
  ["an owner", "airframes_owner", (sql) => db.airframes.list(sql, { ...page, owner: "Owner 777" })],
  [
    "an operator",
    "airframes_operator",
    (sql) => db.airframes.list(sql, { ...page, operator: "operator 777" }),
  ],
  ["one airframe", "airframes_icao", (sql) => db.airframes.find(sql, { name: "00004D" })],
  ["one airframe by tail", "airframes_tail", (sql) => db.airframes.find(sql, { name: "N-77" })],
  ["flights", "flights_begun", (sql) => db.flights.list(sql, page)],
  ["flights under way", "flights_begun", (sql) => db.flights.list(sql, { ...page, active: true })],
  [
    "flights of a time",
    "flights_begun",
    (sql) => db.flights.list(sql, { ...page, until: new Date().toISOString() }),
  ],
  ["a flight", "flights_key", (sql) => db.flights.list(sql, { ...page, flightKeys: ["AAL7"] })],
  [
    "an airframe's flights",
    "flights_airframe",
    (sql) => db.flights.list(sql, { ...page, airframeIds: [airframe] }),
  ],
  [
    "departures",
    "flights_departing",
    (sql) => db.flights.list(sql, { ...page, departing: ["K7"] }),
  ],
  [
    "arrivals",
    "flights_destination",
    (sql) => db.flights.list(sql, { ...page, destination: ["E7"] }),
  ],
  [
    "an airline's flights",
    "flights_airline",
    (sql) => db.flights.list(sql, { ...page, airlines: ["DLH"] }),
  ],
  [
    "an airline's airframes",
    "flights_airline",
    (sql) => db.airframes.listFleet(sql, { ...page, airlines: ["DLH"], since: new Date(0) }),
  ],
  ["whether an airline is known", "flights_airline", (sql) => isKnown(sql, ["QQ"])],
  ["airlines", "airlines_pkey", (sql) => db.airlines.list(sql, { ...page, before: "MMM" })],
  [
    "airlines by name",
    "airlines_name",
    (sql) => db.airlines.list(sql, { ...page, name: "Lufthansa" }),
  ],
  ["airports", "airports_pkey", (sql) => db.airports.list(sql, { ...page, before: "MMMM" })],
  [
    "airports by name",
    "airports_name",
    (sql) => db.airports.list(sql, { ...page, name: "Heathrow" }),
  ],
  ["one airport", "airports_iata_key", (sql) => db.airports.spellings(sql, "LHR")],
];

test.each(cases)("a list of %s is read by its index %s", async (_name, index, work) => {
  const plan = await planOf(at.url, work);
  const isJoined = (table: string) => table === "airlines" && !index.startsWith("airlines");
  expect(plan.scanned.filter((table) => !isJoined(table))).toEqual([]);
  // An index of prefixes serves equality as well.
  expect(plan.indexes.some((name) => name === index || name === `${index}_prefix`)).toBe(true);
});

test.each(["departures", "arrivals"] as const)(
  "a page of the %s of an airport needs no sorting, from any place",
  async (direction) => {
    const [some] = await at.database.sql<{ id: string }[]>`
      select flight_id as id from flight_facts order by first_at desc offset 20000 limit 1`;
    const since = new Date(0).toISOString();
    const airport = direction === "departures" ? "K7" : "E7";
    const asked = { ...page, airport, direction, since, before: some?.id ?? "" };
    const plan = await planOf(at.url, (sql) => db.flightFacts.listOfAirport(sql, asked));
    expect(plan).toMatchObject({ sorts: false, scanned: [] });
    expect(plan.indexes).toContain(
      direction === "departures" ? "flight_facts_departure" : "flight_facts_destination",
    );
  },
);

test("a page of flights needs no sorting, from any place", async () => {
  const [some] = await at.database.sql<{ id: string }[]>`
    select id from flights order by first_received_at desc, id desc offset 20000 limit 1`;
  const asked = { ...page, before: some?.id ?? "" };
  expect(await planOf(at.url, (sql) => db.flights.list(sql, asked))).toMatchObject({
    sorts: false,
    scanned: expect.not.arrayContaining(["flights"]),
  });
});

const coverageOf = {
  stationId: 7,
  latitude: 0,
  longitude: 0,
  sinceMs: Date.now() - 7 * 86_400_000,
};

test.each(["UAL123", "N1234", "AAL7", "0000FF", "frankfurt", "K7"])(
  "what %s names is found without reading airframes, flights or airports from end to end",
  async (text) => {
    const asked = { text, code: text.toUpperCase(), flightKeys: [text], accountId: null };
    const { scanned } = await planOf(at.url, (sql) => db.lookup.findTargets(sql, asked, 8));
    expect(scanned.filter((table) => ["airframes", "flights", "airports"].includes(table))).toEqual(
      [],
    );
  },
);

const underStation: [string, RegExp, (sql: Sql) => Promise<unknown>][] = [
  ["a station", /station_id/, (sql) => db.messages.list(sql, { ...open, stationId: 7 }, page)],
  [
    "an airframe",
    /airframe_id/,
    (sql) => db.messages.list(sql, { ...open, airframeIds: [id] }, page),
  ],
  [
    "a flight",
    /airframe_id/,
    (sql) => db.messages.list(sql, db.flights.messageFilterOf(flight, viewer), page),
  ],
  [
    "a flight's positions",
    /airframe_id/,
    (sql) => db.flights.listPositions(sql, flight, 100, viewer),
  ],
  ["a flight's track", /airframe_id/, (sql) => db.flights.readTrack(sql, flight, 2_000, viewer)],
  [
    "a station's coverage",
    /station_id/,
    (sql) => db.positions.readCoverage(sql, coverageOf, { countMax: 50_000, sectors: 36 }),
  ],
  [
    "a station's health",
    /station_id/,
    (sql) => db.stationActivity.readStationHealth(sql, 7, Date.now(), 2_000),
  ],
  [
    "a station's latest",
    /station_id/,
    (sql) =>
      db.stationActivity.readStationLatest(sql, 7, { sinceMs: 0, untilMs: Date.now() }, 10_000),
  ],
];

test.each(underStation)(
  "messages of %s are read by the index of it",
  async (_name, column, work) => {
    const plan = await planOf(at.url, work);
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    expect(plan.scanned).not.toContain(`messages_${today}`);
    expect(plan.indexes.some((name) => name.includes(today) && column.test(name))).toBe(true);
  },
);
