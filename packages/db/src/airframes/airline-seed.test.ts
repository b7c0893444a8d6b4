import { expect, test } from "vitest";
import { cleanAirlines } from "./airline-seed.ts";

function listed(id: number, iata: string, icao: string, active: string, name = icao) {
  return { id: String(id), name, iata, icao, active };
}

function holders(list: Parameters<typeof cleanAirlines>[0]): Record<string, string> {
  return Object.fromEntries(
    cleanAirlines(list)
      .filter((airline) => airline.holdsIata)
      .map((airline) => [airline.iata, airline.icao]),
  );
}

test("dirty codes are no codes, lower case is upper case", () => {
  const list = [
    listed(1, "-", "N/A", "Y"),
    listed(2, "\\N", "ABC", "Y"),
    listed(3, "&T", "DEF", "Y"),
    listed(4, "xy", "ghi", "Y", " Ghi Air "),
    listed(5, "", "", "Y"),
  ];
  expect(cleanAirlines(list)).toEqual([
    { icao: "GHI", iata: "XY", name: "Ghi Air", holdsIata: true },
    { icao: "ABC", iata: null, name: "ABC", holdsIata: false },
    { icao: "DEF", iata: null, name: "DEF", holdsIata: false },
  ]);
});

test("the active airline holds a code, of several the one with the lowest id", () => {
  expect(
    holders([
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
  expect(holders(list)).toEqual({ "5X": "UPS" });
});

test("an ICAO code that is listed twice is the active airline's", () => {
  const list = [listed(1, "SR", "SWR", "N", "Swissair"), listed(2, "LX", "SWR", "Y", "Swiss")];
  expect(cleanAirlines(list)).toEqual([
    { icao: "SWR", iata: "LX", name: "Swiss", holdsIata: true },
  ]);
});
