import { expect, test } from "vitest";
import { cleanAirlines } from "./airline-seed.ts";
import { readCountryCodes } from "./country-codes.ts";

function listed(id: number, iata: string, icao: string, active: string) {
  return { id: String(id), name: icao, iata, icao, active };
}

function iataOwners(list: Parameters<typeof cleanAirlines>[0]): Record<string, string> {
  return Object.fromEntries(
    cleanAirlines(list)
      .filter((airline) => airline.ownsIata)
      .map((airline) => [airline.iata, airline.icao]),
  );
}

test("dirty codes are no codes, lower case is upper case", () => {
  const list = [
    listed(1, "-", "N/A", "Y"),
    listed(2, "\\N", "ABC", "Y"),
    listed(3, "&T", "DEF", "Y"),
    { ...listed(4, "xy", "ghi", "Y"), name: " Ghi Air ", country: " Germany" },
    listed(5, "", "", "Y"),
  ];
  expect(cleanAirlines(list)).toEqual([
    { icao: "GHI", iata: "XY", name: "Ghi Air", ownsIata: true, countryCode: "DE" },
    { icao: "ABC", iata: null, name: "ABC", ownsIata: false, countryCode: null },
    { icao: "DEF", iata: null, name: "DEF", ownsIata: false, countryCode: null },
  ]);
});

test("an IATA code is owned by its active airline, or of several by the one with the lowest id", () => {
  expect(
    iataOwners([
      listed(9, "AA", "OLD", "N"),
      listed(8, "AA", "NEW", "Y"),
      listed(3321, "LH", "GEC", "Y"),
      listed(3320, "LH", "DLH", "Y"),
    ]),
  ).toEqual({ AA: "NEW", LH: "DLH" });
});

test("a code without an active airline belongs to its only one, or to nobody", () => {
  const list = [
    listed(1, "5X", "UPS", "N"),
    listed(2, "ZZ", "AAA", "N"),
    listed(3, "ZZ", "BBB", "N"),
  ];
  expect(iataOwners(list)).toEqual({ "5X": "UPS" });
});

test("an ICAO code that is listed twice is the active airline's", () => {
  const list = [
    { ...listed(1, "SR", "SWR", "N"), name: "Swissair" },
    { ...listed(2, "LX", "SWR", "Y"), name: "Swiss" },
  ];
  expect(cleanAirlines(list)).toMatchObject([{ icao: "SWR", iata: "LX", name: "Swiss" }]);
});

test.each([
  ["United States", "US"],
  ["UNITED KINGDOM", "GB"],
  ["Bosnia and Herzegovina", "BA"],
  ["Ivory Coast", "CI"],
  ["Reunion", "RE"],
  ["Saint Lucia", "LC"],
  // Not the code of the German Democratic Republic, which has the name too.
  ["Germany", "DE"],
  ["Vietnam", "VN"],
  ["AVIANCA", null],
  ["", null],
])("the country %j has the code %j", (name, code) => {
  expect(readCountryCodes()(name)).toBe(code);
});
