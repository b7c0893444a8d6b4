import { describe, expect, test } from "vitest";
import { addressCountry } from "./addresses/address-country.ts";
import { readAirports } from "./airports/airports.ts";
import { readDataRows } from "./data-rows.ts";
import { aircraftType } from "./types/aircraft-types.ts";

describe("the country of an ICAO address", () => {
  test.each([
    ["4ACA01", "SE"],
    ["3C5EEC", "DE"],
    ["A0F1BB", "US"],
    ["a0f1bb", "US"],
    ["400000", "GB"],
    ["43FFFF", "GB"],
    ["780001", "CN"],
    ["789ABC", "HK"],
    ["78A000", "CN"],
    ["7C0000", "AU"],
    ["C00001", "CA"],
    ["E48000", "BR"],
    ["000000", null],
    ["FFFFFF", null],
    ["B12345", null],
    ["ZZZZZZ", null],
    ["", null],
  ])("%s is %s", (icao, country) => {
    expect(addressCountry(icao)).toBe(country);
  });

  test("blocks are aligned, as allocations are, and overlap only where one lies in another", () => {
    const blocks = readDataRows("address-blocks.tsv").map(([first = "", last = ""]) => ({
      first: Number.parseInt(first, 16),
      last: Number.parseInt(last, 16),
    }));
    expect(blocks.length).toBeGreaterThan(180);
    for (const { first, last } of blocks) {
      const size = last - first + 1;
      expect([Math.log2(size) % 1, first % size]).toEqual([0, 0]);
    }
    const crossing = blocks.filter((a) =>
      blocks.some((b) => a.first < b.first && b.first <= a.last && a.last < b.last),
    );
    expect(crossing).toEqual([]);
  });
});

describe("a type of airframe", () => {
  test.each([
    ["A320", "Airbus", "A320"],
    ["B738", "Boeing", "737-800"],
    ["B77W", "Boeing", "777-300ER"],
    ["BCS3", "Airbus", "A220-300"],
    ["CRJ9", "Bombardier", "CRJ-900"],
    ["AT76", "ATR", "ATR-72-600"],
  ])("%s is %s %s", (designator, manufacturer, model) => {
    expect(aircraftType(designator)).toEqual({ manufacturer, model });
  });

  test.each(["XXXX", "", "__proto__", "constructor"])("%j is unknown", (designator) => {
    expect(aircraftType(designator)).toBeNull();
  });
});

test("airports have at least one code, each code once, and a position on the earth", () => {
  const airports = readAirports();
  for (const codes of [airports.map(({ icao }) => icao), airports.map(({ iata }) => iata)]) {
    const given = codes.filter((code) => code !== null);
    expect(new Set(given).size).toBe(given.length);
  }
  for (const { icao, iata, name, latitude, longitude } of airports) {
    const isPlaced = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    expect([icao ?? iata, name.length > 0, isPlaced]).toEqual([expect.any(String), true, true]);
  }
});
