import { AirframeWithTails, Airline, Airport, FlightSummary } from "@jetwire/protocol";
import * as db from "@jetwire/db";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

let rest: RestUnderTest;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
});

async function airports(query: string): Promise<string[]> {
  const list = z.array(Airport).parse(await rest.getJson(`/v1/airports?${query}`));
  return list.map(({ id }) => id);
}

async function airlines(query: string): Promise<string[]> {
  const list = z.array(Airline).parse(await rest.getJson(`/v1/airlines?${query}`));
  return list.map(({ id }) => id);
}

describe("a fresh instance, without an operator's import,", () => {
  test.each(["ESSA", "arn"])("knows an airport by its code %s", async (code) => {
    expect(Airport.parse(await rest.getJson(`/v1/airports/${code}`))).toMatchObject({
      id: "ESSA",
      iata: "ARN",
      countryCode: "SE",
      latitude: expect.closeTo(59.65, 1),
      longitude: expect.closeTo(17.92, 1),
      elevation: expect.closeTo(137, -1),
    });
  });

  test.each(["dlh", "LH"])("knows an airline by its code %s", async (code) => {
    expect(await rest.getJson(`/v1/airlines/${code}`)).toEqual({
      id: "DLH",
      icao: "DLH",
      iata: "LH",
      name: "Lufthansa",
      countryCode: "DE",
    });
  });

  test.each([
    ["name=heathrow", ["EGLL"]],
    ["name=kastrup", ["EKCH"]],
    ["name=ARLANDA&country=se", ["ESSA"]],
    ["name=100%25", []],
    ["name=___", []],
  ])("finds airports by %s", async (query, ids) => {
    expect(await airports(query)).toEqual(ids);
  });

  test("finds names with diacritics by plain letters, and the reverse", async () => {
    const plain = await airports("name=Malmo");
    expect(plain).toContain("ESMS");
    expect(await airports("name=malm%C3%B6")).toEqual(plain);
    expect(await airlines("name=A%C3%89ROM")).toContain("AMX");
  });
});

test("labels have their meaning", async () => {
  const labels = z
    .array(
      z.object({ label: z.string(), meaning: z.string(), linkDirection: z.string().nullable() }),
    )
    .parse(await rest.getJson("/v1/labels"));
  expect(labels).toContainEqual({ label: "Q0", meaning: "Link test", linkDirection: "downlink" });
  expect(labels.length).toBeGreaterThanOrEqual(120);
});

test("an airframe has the country of its address, and what its type designator says", async () => {
  await rest.database.database.sql`
    insert into airframes (id, icao, tail, type, manufacturer)
    values (${db.stableIds.ofAirframe("4ACA01")}, '4ACA01', 'SE-ABC', 'A20N', null),
      (${db.stableIds.ofAirframe("789000")}, '789000', null, 'B789', 'Boeing Commercial'),
      (${db.stableIds.ofAirframe("N1")}, null, 'N1', 'ZZZZ', null)`;
  const read = async (name: string) =>
    AirframeWithTails.parse(await rest.getJson(`/v1/airframes/${name}`));
  expect(await read("4ACA01")).toMatchObject({
    countryCode: "SE",
    manufacturer: "Airbus",
    model: "A320neo",
  });
  expect(await read("789000")).toMatchObject({
    countryCode: "HK",
    manufacturer: "Boeing Commercial",
    model: null,
  });
  expect(await read("N1")).toMatchObject({ countryCode: null, manufacturer: null, model: null });
});

test("a list of airports is paged by id and bounded", async () => {
  const seen: string[] = [];
  let path = "/v1/airports?country=LU&limit=1";
  for (let page = 0; path !== "" && page < 50; page++) {
    const response = await rest.get(path);
    seen.push(
      ...z
        .array(Airport)
        .parse(await response.json())
        .map(({ id }) => id),
    );
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")?.[1];
    path = next?.slice(rest.url.length) ?? "";
  }
  expect(seen).toEqual(await airports("country=LU"));
  expect(seen).toEqual(seen.toSorted().toReversed());
  expect(await airports("")).toHaveLength(100);
});

test.each([
  ["/v1/airports/ZZZZ", 404],
  ["/v1/airports/LONDON", 404],
  ["/v1/airlines/0Q", 404],
  ["/v1/airlines?name=a", 400],
  ["/v1/airports?country=SWE", 400],
])("%s is answered with %i", async (path, status) => {
  expect((await rest.get(path)).status).toBe(status);
});

test("a flight is found by either code of its airports, however its messages spell them", async () => {
  const { sql } = rest.database.database;
  const [one, two] = ["A", "B"].map((tail) => db.stableIds.ofFlight(tail, "SAS1", 1));
  await sql`
    insert into flights (id, flight_key, flight, departing_airport, destination_airport,
      first_received_at, last_received_at)
    values (${one ?? ""}, 'SAS1', 'SK1', 'ARN', 'EGLL', now() - interval '1 hour', now()),
      (${two ?? ""}, 'SAS1', 'SK1', 'ESSA', 'LHR', now(), now())`;
  for (const query of ["departing=ARN", "departing=esSA", "destination=LHR&departing=ARN"]) {
    const list = z.array(FlightSummary).parse(await rest.getJson(`/v1/flights?${query}`));
    expect(list.map(({ id }) => id)).toEqual([two, one]);
    expect(list).toMatchObject(
      [1, 2].map(() => ({
        airline: { iata: "SK", icao: "SAS" },
        departure: { icao: "ESSA", iata: "ARN", name: expect.stringContaining("Arlanda") },
        destination: { icao: "EGLL", iata: "LHR", city: "London" },
      })),
    );
  }
});
