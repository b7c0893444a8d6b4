import { expect, test } from "vitest";
import { flightKey } from "./flight-key.ts";

const airlines = new Map([
  ["UA", "UAL"],
  ["BA", "BAW"],
  ["U2", "EZY"],
  ["9W", "JAI"],
  ["XA", "XAA"],
  ["GS", "GCR"],
]);

test.each([
  ["UA123", "UAL123"],
  ["UA0123", "UAL123"],
  ["UAL123", "UAL123"],
  ["ual0123", "UAL123"],
  [" UA0123 ", "UAL123"],
  ["UA12", "UAL12"],
  ["UA1", "UAL1"],
  // A number that ends in zeros is a number.
  ["UA10", "UAL10"],
  ["BA100", "BAW100"],
  ["BA2000", "BAW2000"],
  ["UAL1000", "UAL1000"],
  ["U20100", "EZY100"],
  ["9W0012", "JAI12"],
  ["BA12A", "BAW12A"],
  ["BAW1AB", "BAW1AB"],
  // An airline we don't know keeps its code.
  ["ZZ0123", "ZZ123"],
  // Registrations keep their zeros.
  ["N101AB", "N101AB"],
  ["N100", "N100"],
  ["N1000", "N1000"],
  // A call sign, although it begins with the generic airline code.
  ["XA74VZ", "XA74VZ"],
  ["GABCD", "GABCD"],
  // A code that business jets have as well names no airline.
  ["GS0123", "GS123"],
  ["GS0011", "GS11"],
])("%s is %s", (flight, key) => {
  expect(flightKey(flight, airlines)).toBe(key);
});

test.each([
  "",
  "   ",
  "UA0000",
  "UA0",
  "UAL000",
  "XX0000",
  "U20000",
  "777",
  "0042",
  "XA0001",
  "XA9393",
  "GS0001",
  "GS1",
  "ZD0001",
])("%j names no flight", (flight) => {
  expect(flightKey(flight, airlines)).toBe(null);
});

test("a key is its own key", () => {
  for (const flight of ["UA0123", "U20100", "N100", "ZZ0123", "BA12A", "9W7"]) {
    const key = flightKey(flight, airlines) ?? "";
    expect(flightKey(key, airlines)).toBe(key);
  }
});
