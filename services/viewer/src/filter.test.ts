import { expect, test } from "vitest";
import { someMessage, someStation } from "../test/messages.ts";
import { createFilter } from "./filter.ts";

const message = someMessage({
  tail: "G-XWBA",
  flightNumber: "BA0285",
  label: "_d",
  station: someStation("SIM-EGLL2"),
  text: "ETA 1843Z\r\nFOB 12.4",
  flight: {
    id: "f",
    flight: "BA0285",
    flightIata: "BA285",
    flightIcao: "BAW285",
    departingAirport: null,
    destinationAirport: null,
    status: null,
    latitude: null,
    longitude: null,
    altitude: null,
    track: null,
  },
});

test.for([
  ["", true],
  ["  ", true],
  ["xwba", true],
  ["ba0285", true],
  ["BAW285", true],
  ["_d", true],
  ["egll2", true],
  ["fob eta", true],
  ["fob n101", false],
  ["acarsdec", false],
] as const)("%j: %s", ([query, shown]) => {
  expect(createFilter(query)(message)).toBe(shown);
});

test("members that are not known match nothing", () => {
  const bare = someMessage({ tail: null, flightNumber: null, label: null, text: null });
  expect(createFilter("null")(bare)).toBe(false);
});
