import { Airport, FlightRoute, ReadFlightFacts } from "@jetwire/protocol";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receivedAgo, storeReceived } from "./page-reads.ts";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
const airframeId = db.stableIds.ofAirframe("A1AEF6");
const flightId = db.stableIds.ofFlight("A1AEF6", "FDX2417", 1);

beforeAll(async () => {
  rest = await startRest({ REST_OPEN_PER_MINUTE: "10000" });
  const { sql } = rest.database.database;
  await sql`
    insert into airframes (id, icao, tail, type, manufacturer, model, owner)
    values (${airframeId}, 'A1AEF6', 'N156VN', 'B763', 'BOEING', '767-300', 'Example Freight')`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, first_received_at, last_received_at)
    values (${flightId}, 'FDX2417', 'FX2417', ${airframeId}, now() - interval '1 hour', now())`;
  const ofFlight = { airframeId, flightId, flightNumber: "FX2417", stationId: rest.stationId };
  await storeReceived(
    sql,
    [
      receivedAgo(40, { ...ofFlight, departingAirport: "MEM", destinationAirport: "KOAK" }),
      receivedAgo(20, { ...ofFlight, departingAirport: "KMEM" }),
    ],
    { flightKey: "FDX2417" },
  );
  await sql`update airframes set last_received_at = now() where id = ${airframeId}`;
  await sql`select make_flight_facts(array[${flightId}]::uuid[])`;
  await sql`
    insert into usual_routes (callsign, departure, destination, flights, weekdays, last_on)
    values ('FDX2417', 'KMEM', 'KSFO', 9, '{9,0,0,0,0,0,0}', current_date), ('UAL901', 'KSFO', 'EGLL', 12, '{12,0,0,0,0,0,0}', current_date)`;
});
afterAll(() => rest[Symbol.asyncDispose]());

async function getOpen(path: string): Promise<Response> {
  return await fetch(rest.url + path, { headers: { origin: "https://map.example" } });
}

async function postRouteset(body: unknown): Promise<Response> {
  return await fetch(`${rest.url}/api/0/routeset`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", origin: "https://map.example" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

describe("GET /v1/routes/:callsign", () => {
  test("returns what messages of the flight say, with the evidence, without a credential", async () => {
    const response = await getOpen("/v1/routes/FX2417");
    const route = FlightRoute.parse(await response.json());
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("ratelimit-policy")).toContain('"address"');
    expect(route).toMatchObject({
      callsign: "FDX2417",
      callsignIata: "FX2417",
      airline: { icao: "FDX" },
      departure: { code: "KMEM", airport: { iata: "MEM" }, by: "facts" },
      destination: { code: "KOAK", by: "facts" },
      plausible: null,
      facts: { flightId, tail: "N156VN", evidence: { departure: [{ transmissions: 2 }] } },
      usual: [{ departure: "KMEM", destination: "KSFO", flights: 9 }],
    });
  });

  test("says whether a place is near the route", async () => {
    const plausible = async (query: string) =>
      FlightRoute.parse(await (await getOpen(`/v1/routes/FDX2417?${query}`)).json()).plausible;
    expect(await plausible("lat=36.5&lon=-105")).toBe(true);
    expect(await plausible("lat=51&lon=0")).toBe(false);
    expect((await getOpen("/v1/routes/FDX2417?lat=51")).status).toBe(400);
    expect((await getOpen("/v1/routes/FDX2417?lat=91&lon=0")).status).toBe(400);
  });

  test("falls back to what the callsign usually flies, and marks it", async () => {
    const route = FlightRoute.parse(await (await getOpen("/v1/routes/UA901")).json());
    expect(route).toMatchObject({
      departure: { code: "KSFO", by: "usual" },
      destination: { code: "EGLL", by: "usual" },
      facts: null,
    });
  });

  test("does not use facts of another day", async () => {
    const response = await getOpen("/v1/routes/FDX2417?at=2026-01-01T00:00:00Z");
    expect(FlightRoute.parse(await response.json())).toMatchObject({ facts: null });
  });

  test("answers 404 for a callsign of which nothing is known", async () => {
    expect((await getOpen("/v1/routes/XYZ1")).status).toBe(404);
  });
});

test("the facts of a flight are read by its id", async () => {
  const facts = ReadFlightFacts.parse(await rest.getJson(`/v1/flights/${flightId}/facts`));
  expect(facts).toMatchObject({ departure: "KMEM", destination: "KOAK", sure: 0.67 });
  expect(facts.airports.map(({ id }) => id).toSorted()).toEqual(["KMEM", "KOAK"]);
  expect((await rest.get(`/v1/flights/${crypto.randomUUID()}/facts`)).status).toBe(404);
});

async function namedStations() {
  const response = await getOpen("/v1/routes/FX2417");
  const { facts } = FlightRoute.parse(await response.json());
  return facts?.evidence.departure?.[0]?.stationIds;
}

test("a station that was hidden is not named by the evidence", async () => {
  const { sql } = rest.database.database;
  await sql`update stations set hidden = true where id = ${rest.stationId}`;
  await expect.poll(namedStations, { timeout: 5_000 }).toEqual([]);
  await sql`update stations set hidden = false where id = ${rest.stationId}`;
  await expect.poll(namedStations, { timeout: 5_000 }).toEqual([rest.stationId]);
});

describe("the form of adsb.lol, which tar1090 asks", () => {
  test("has one route for each plane, in their order, unknown ones too", async () => {
    const response = await postRouteset({
      planes: [
        { callsign: "NOTHING1", lat: 1, lng: 2 },
        { callsign: "FDX2417", lat: 36.5, lng: -105, icao: "a1aef6" },
        { callsign: "UAL901" },
      ],
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const [unknown, flight, usual] = (await response.json()) as Record<string, unknown>[];
    expect(unknown).toMatchObject({
      callsign: "NOTHING1",
      airport_codes: "unknown",
      _airports: [],
    });
    expect(flight).toMatchObject({
      callsign: "FDX2417",
      airline_code: "FDX",
      number: "2417",
      airport_codes: "KMEM-KOAK",
      _airport_codes_iata: "MEM-OAK",
      plausible: true,
      _airports: [
        { icao: "KMEM", countryiso2: "US", location: "Memphis", alt_feet: 341, alt_meters: 103.94 },
        { icao: "KOAK", iata: "OAK" },
      ],
    });
    expect(usual).toMatchObject({ airport_codes: "KSFO-EGLL" });
    expect(usual).not.toHaveProperty("plausible");
  });

  test.each([
    ["no planes", { planes: [] }, "planes"],
    [
      "more than 100 planes",
      { planes: Array.from({ length: 101 }, () => ({ callsign: "A1" })) },
      "planes",
    ],
    ["a place that is none", { planes: [{ callsign: "A1", lat: 91, lng: 0 }] }, "planes.0.lat"],
    ["a list", [], ""],
    ["what is no JSON", "{planes", ""],
  ])("refuses %s", async (_what, body, field) => {
    const response = await postRouteset(body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(field);
  });

  test("refuses a body that is too large", async () => {
    expect(
      (await postRouteset({ planes: [{ callsign: "A1", pad: "x".repeat(2_000_000) }] })).status,
    ).toBe(413);
  });

  test("is read by pages of other origins, also with a preflight", async () => {
    const preflight = await fetch(`${rest.url}/api/0/routeset`, {
      method: "OPTIONS",
      headers: {
        origin: "https://map.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("content-type");
  });

  test("has single routes and airports", async () => {
    const near = (await (await getOpen("/api/0/route/FDX2417/36.5/-105")).json()) as object;
    expect(near).toMatchObject({ airport_codes: "KMEM-KOAK", plausible: true });
    const route = (await (await getOpen("/api/0/route/FDX2417")).json()) as object;
    expect(route).toMatchObject({ airport_codes: "KMEM-KOAK" });
    expect((await getOpen("/api/0/route/FDX2417/north/-105")).status).toBe(400);
    const airport = Airport.parse(await rest.getJson("/v1/airports/KMEM"));
    expect(await (await getOpen("/api/0/airport/kmem")).json()).toMatchObject({
      icao: "KMEM",
      lat: airport.latitude,
      lon: airport.longitude,
    });
    expect(await (await getOpen("/api/0/airport/XXXX")).json()).toBeNull();
  });
});

describe("the form of adsbdb", () => {
  test("has the route of a callsign", async () => {
    const response = await getOpen("/v0/callsign/FDX2417");
    expect(await response.json()).toMatchObject({
      response: {
        flightroute: {
          callsign: "FDX2417",
          callsign_icao: "FDX2417",
          callsign_iata: "FX2417",
          airline: { icao: "FDX", country: "United States", country_iso: "US" },
          origin: { icao_code: "KMEM", country_name: "United States", elevation: 341 },
          destination: { icao_code: "KOAK" },
        },
      },
    });
  });

  test.each(["A1AEF6", "a1aef6", "N156VN"])("has an aircraft by %s", async (name) => {
    const response = await getOpen(`/v0/aircraft/${name}?callsign=FDX2417`);
    expect(await response.json()).toMatchObject({
      response: {
        aircraft: {
          mode_s: "A1AEF6",
          registration: "N156VN",
          icao_type: "B763",
          manufacturer: "BOEING",
          registered_owner: "Example Freight",
        },
        flightroute: { origin: { icao_code: "KMEM" } },
      },
    });
  });

  test("has an aircraft that was received, whichever it is", async () => {
    const response = await getOpen("/v0/aircraft/random");
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        response: {
          aircraft: expect.objectContaining({ mode_s: "A1AEF6", registration: "N156VN" }) as object,
        },
      },
    ]);
  });

  test.each(["FDX", "fx"])("has an airline by %s", async (code) => {
    expect(await (await getOpen(`/v0/airline/${code}`)).json()).toEqual({
      response: [
        {
          name: "Federal Express",
          icao: "FDX",
          iata: "FX",
          country: "United States",
          country_iso: "US",
          callsign: null,
        },
      ],
    });
    const unknown = await getOpen("/v0/airline/QQQQ");
    expect([unknown.status, await unknown.json()]).toEqual([404, { response: "unknown airline" }]);
  });

  test("answers 404 in its own words", async () => {
    const callsign = await getOpen("/v0/callsign/XYZ1");
    expect([callsign.status, await callsign.json()]).toEqual([
      404,
      { response: "unknown callsign" },
    ]);
    const aircraft = await getOpen("/v0/aircraft/ABCDEF");
    expect([aircraft.status, await aircraft.json()]).toEqual([
      404,
      { response: "unknown aircraft" },
    ]);
  });
});

test("a text that is no name is unknown, whatever it has in it", async () => {
  const planes = [{ callsign: "A\u00001" }, { callsign: "FDX2417" }, { callsign: "' or 1=1--" }];
  const routes = (await (await postRouteset({ planes })).json()) as { airport_codes: string }[];
  expect(routes.map((one) => one.airport_codes)).toEqual(["unknown", "KMEM-KOAK", "unknown"]);
  const statuses = [
    "/v0/callsign/A%001",
    "/v0/aircraft/A%001",
    "/api/0/airport/K%00A",
    "/api/0/route/A%001",
  ];
  const answers = await Promise.all(statuses.map(async (path) => (await getOpen(path)).status));
  expect(answers).toEqual([404, 404, 200, 200]);
  const withQuery = await getOpen("/v0/aircraft/A1AEF6?callsign=A%001");
  expect(withQuery.status).toBe(200);
});

test("caches keep answers for a moment, and no refusals", async () => {
  const answer = await getOpen("/v0/callsign/FDX2417");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=30");
  const refusal = await getOpen("/api/0/route/FDX2417/north/0");
  expect([refusal.status, refusal.headers.get("cache-control") ?? ""]).toEqual([
    400,
    expect.not.stringContaining("public"),
  ]);
});
