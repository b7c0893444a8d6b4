import { expect, test } from "vitest";
import type { SniffFilter } from "@jetwire/protocol";
import type { ListedMessage } from "../list/message-row.ts";
import { matches } from "./matches.ts";

const message = {
  sourceType: "vdl",
  label: "H1",
  linkDirection: "downlink",
  tail: "N156VN",
  fromHex: "A1AEF6",
  toHex: "10992A",
  flightNumber: "UA0123",
  airframeId: "a-1",
  stationId: 7,
  frequency: 136.975,
  text: "REQPOS",
  decoded: { application: "cpdlc", description: "Request FL390" },
  departingAirport: "KSFO",
  destinationAirport: null,
  latitude: 35.49,
  longitude: 179.5,
  onGround: null,
  authenticated: true,
  airframe: { icao: "A1AEF6", tail: "N156VN", type: "B763" },
  flight: {
    flight: "UA0123",
    flightIata: "UA123",
    flightIcao: "UAL123",
    departingAirport: null,
    destinationAirport: "KEWR",
  },
} as unknown as ListedMessage;

const matching: SniffFilter[] = [
  {},
  { sourceType: ["acars", "vdl"] },
  { label: ["H1"], excludeLabel: ["_d"] },
  { linkDirection: "downlink", tail: "n-156vn" },
  { icao: "a1aef6" },
  { flight: "UAL0123" },
  { flight: "ua123", airline: "ual" },
  { airline: "UA", aircraftType: "b763", airport: "KEWR" },
  { airport: "SFO" },
  { stationId: [1, 7], airframe: "a-1" },
  { text: "qpo", q: "fl390" },
  { decoded: ["any"] },
  { decoded: ["adsc", "cpdlc"] },
  { authenticated: true, hasPosition: true },
  { bbox: [170, 30, -170, 40] },
];

test.each(matching)("a message matches %j", (filter) => {
  expect(matches(message, filter)).toBe(true);
});

test("CPDLC is selected over the ATN too", () => {
  const decoded = { application: "atn-cpdlc", description: "Request FL390" };
  const atn = { ...message, decoded } as unknown as typeof message;
  expect(matches(atn, { decoded: ["cpdlc"] })).toBe(true);
  expect(matches(message, { decoded: ["atn-cpdlc"] })).toBe(false);
});

const different: SniffFilter[] = [
  { sourceType: ["acars"] },
  { label: ["5Z"] },
  { excludeLabel: ["H1"] },
  { linkDirection: "uplink" },
  { tail: "N156V" },
  { icao: "ABCDEF" },
  { flight: "UA124" },
  { airline: "AA" },
  { aircraftType: "B738" },
  { airport: "KJFK" },
  { stationId: [8] },
  { airframe: "a-2" },
  { text: "FL390" },
  { q: "climb" },
  { decoded: ["none"] },
  { decoded: ["adsc"] },
  { onGround: true },
  { authenticated: false },
  { hasPosition: false },
  { bbox: [-170, 30, 170, 40] },
];

test.each(different)("a message does not match %j", (filter) => {
  expect(matches(message, filter)).toBe(false);
});

test.each([
  ["136.975", true],
  ["136.9755", true],
  ["136.98", false],
  ["136.9-137", true],
  ["131-132", false],
  ["high", true],
])("the frequency filter %s", (frequency, expected) => {
  const filter = { frequency } as unknown as SniffFilter;
  expect(matches(message, filter)).toBe(expected);
});

test("what has no sensible form is left to the server", () => {
  expect(matches(message, { tail: 7, bbox: "x" } as unknown as SniffFilter)).toBe(true);
  expect(matches(message, { constructor: "x" } as unknown as SniffFilter)).toBe(true);
});
