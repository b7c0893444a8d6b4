import { AirportFlight } from "@jetwire/protocol";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;

beforeAll(async () => {
  rest = await startRest();
  await addFlight("UAL1", { firstAgo: 300, departure: "SFO", destination: "KJFK", offAgo: 200 });
  await addFlight("UAL2", { firstAgo: 120, departure: "KSFO", destination: "EGLL" });
  await addFlight("UAL3", { firstAgo: 400, departure: "KSFO", destination: "KJFK", offAgo: 100 });
  await addFlight("UAL4", { firstAgo: 90, departure: "KDEN", destination: "SFO", etaIn: 30 });
  await addFlight("UAL5", { firstAgo: 80, departure: "KDEN", destination: "KSFO" });
  await addFlight("UAL6", { firstAgo: 70, departure: null, destination: "SFO" });
  await addFlight("UAL7", { firstAgo: 49 * 60, departure: "KSFO", destination: "KJFK" });
});
afterAll(() => rest[Symbol.asyncDispose]());

interface SomeFlight {
  /** Minutes since its only messages, of one transmission for each end. */
  readonly firstAgo: number;
  readonly departure: string | null;
  readonly destination: string | null;
  /** Minutes since it took off. */
  readonly offAgo?: number;
  /** Minutes until it lands. */
  readonly etaIn?: number;
}

async function addFlight(callsign: string, flight: SomeFlight): Promise<void> {
  const { sql } = rest.database.database;
  const { firstAgo, departure, destination, offAgo, etaIn } = flight;
  const flightId = db.stableIds.ofFlight("A1AEF6", callsign, 1);
  await sql`
    insert into flights (id, flight_key, flight, first_received_at, last_received_at)
    values (${flightId}, ${callsign}, ${callsign}, now() - make_interval(mins => ${firstAgo}), now())`;
  const times = {
    out: null,
    off: offAgo === undefined ? null : minutesAgo(offAgo),
    on: null,
    in: null,
    eta: etaIn === undefined ? null : minutesAgo(-etaIn),
  };
  const said = { departingAirport: departure, destinationAirport: destination, times };
  const message = receivedAgo(firstAgo, { flightId, stationId: rest.stationId, ...said });
  await storeReceived(sql, [message], { flightKey: callsign });
  await sql`select make_flight_facts(array[${flightId}]::uuid[])`;
}

function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString();
}

async function list(query: string, code = "KSFO") {
  const response = await rest.get(`/v1/airports/${code}/flights?${query}`);
  expect(response.status).toBe(200);
  const flights = AirportFlight.array().parse(await response.json());
  return { flights, link: response.headers.get("link") ?? "" };
}

async function callsigns(query: string, code?: string): Promise<string[]> {
  return (await list(query, code)).flights.map(({ callsign }) => callsign);
}

test("departures of the last 48 hours are listed by take-off, else by the first message", async () => {
  expect(await callsigns("direction=departures")).toEqual(["UAL3", "UAL2", "UAL1"]);
  expect(await callsigns("direction=departures", "sfo")).toEqual(["UAL3", "UAL2", "UAL1"]);
});

test("arrivals are listed by landing, else by expected landing", async () => {
  const { flights } = await list("direction=arrivals");
  expect(flights.map(({ callsign }) => callsign)).toEqual(["UAL4", "UAL6", "UAL5"]);
  expect(flights[0]).toMatchObject({
    departure: "KDEN",
    departureAirport: { iata: "DEN", city: "Denver" },
    destinationAirport: { iata: "SFO" },
    transmissions: 1,
    contradicted: false,
    sure: 0.67,
  });
  expect(flights[1]).toMatchObject({ departure: null, departureAirport: null, sure: null });
});

test("a flight of which messages report two destinations is contradicted", async () => {
  const { sql } = rest.database.database;
  const flightId = db.stableIds.ofFlight("A1AEF6", "UAL5", 1);
  const other = receivedAgo(75, { flightId, stationId: rest.stationId, destinationAirport: "OAK" });
  await storeReceived(sql, [other], { flightKey: "UAL5" });
  await sql`select make_flight_facts(array[${flightId}]::uuid[])`;
  const { flights } = await list("direction=arrivals", "KOAK");
  expect(flights).toMatchObject([{ callsign: "UAL5", contradicted: true, transmissions: 1 }]);
});

test("pages follow each other in both directions, and begin at a time", async () => {
  const first = await list("direction=departures&limit=2");
  expect(first.flights.map(({ callsign }) => callsign)).toEqual(["UAL3", "UAL2"]);
  expect(first.link).toContain('rel="next"');
  const before = first.flights[1]?.id;
  expect(await callsigns(`direction=departures&limit=2&before=${before}`)).toEqual(["UAL1"]);
  expect(await callsigns(`direction=departures&after=${before}`)).toEqual(["UAL3"]);
  expect(await callsigns(`direction=departures&since=${minutesAgo(150)}`)).toEqual([
    "UAL3",
    "UAL2",
  ]);
  expect(await callsigns(`direction=departures&since=${minutesAgo(72 * 60)}`)).toContain("UAL7");
  const nobody = crypto.randomUUID();
  expect(await callsigns(`direction=departures&before=${nobody}`)).toEqual([]);
});

test.each([
  ["", "direction"],
  ["direction=both", "direction: must be one of departures, arrivals"],
  ["direction=arrivals&since=yesterday", "since"],
  ["direction=arrivals&before=UAL1", "before"],
])("refuses ?%s", async (query, said) => {
  const response = await rest.get(`/v1/airports/KSFO/flights?${query}`);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(said.split(":")[0]);
});

test("an airport that nobody knows has no flights", async () => {
  expect((await rest.get("/v1/airports/QQQQ/flights?direction=arrivals")).status).toBe(404);
  expect((await rest.get("/v1/airports/K%2F/flights?direction=arrivals")).status).toBe(404);
});
