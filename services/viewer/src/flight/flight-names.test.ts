import { expect, test } from "vitest";
import { routeCodes } from "./flight-names.ts";

const unknown = {
  departure: null,
  destination: null,
  departingAirport: null,
  destinationAirport: null,
};

test.each([
  [{}, null],
  [{ departingAirport: "KSFO" }, "KSFO–?"],
  [{ destinationAirport: "KEWR" }, "?–KEWR"],
  [{ departingAirport: "KSFO", destinationAirport: "KEWR" }, "KSFO–KEWR"],
])("a route with %o is %s", (known, codes) => {
  const flight = { ...unknown, ...known } as Parameters<typeof routeCodes>[0];
  expect(routeCodes(flight)).toBe(codes);
});
