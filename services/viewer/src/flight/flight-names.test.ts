import { expect, test } from "vitest";
import { timesOfFlight } from "./flight-times.ts";
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

test("times of a flight are the newest that its messages report", () => {
  const none = { out: null, off: null, on: null, in: null, eta: null };
  const timestamp = "2026-11-21T18:05:00.000Z";
  const messages = [
    { timestamp, times: { ...none, eta: "2026-11-21T20:14:00.000Z" } },
    { timestamp, times: null },
    {
      timestamp,
      times: { ...none, off: "2026-11-21T18:02:00.000Z", eta: "2026-11-21T20:30:00.000Z" },
    },
  ];
  expect(timesOfFlight(messages)).toEqual([
    { name: "off", iso: "2026-11-21T18:02:00.000Z" },
    { name: "eta", iso: "2026-11-21T20:14:00.000Z" },
  ]);
});

test("messages without times give none", () => {
  expect(timesOfFlight([{ timestamp: "2026-11-21T18:05:00.000Z", times: null }])).toEqual([]);
});

const none = { out: null, off: null, on: null, in: null, eta: null };
const at = (clock: string) => `2026-11-21T${clock}:00.000Z`;

test.each([
  ["an arrival expected before the message", "15:10", { eta: at("04:50") }],
  ["an arrival expected before the take-off", "13:05", { eta: at("13:01") }],
  ["a landing before the take-off", "15:10", { on: at("12:50") }],
  ["a take-off still to come", "15:10", { off: at("15:30") }],
  ["a departure from the gate after the take-off", "15:10", { out: at("14:30") }],
])("%s is not shown and does not replace a possible time", (_, received, times) => {
  const possible = {
    ...none,
    out: at("12:50"),
    off: at("13:02"),
    on: at("17:00"),
    eta: at("17:05"),
  };
  const reports = [
    { timestamp: at(received), times: { ...none, ...times } },
    { timestamp: at("17:01"), times: { ...possible, eta: null, out: null } },
    { timestamp: at("13:03"), times: { ...possible, on: null } },
  ];
  const shown = [
    { name: "out", iso: at("12:50") },
    { name: "off", iso: at("13:02") },
    { name: "on", iso: at("17:00") },
    { name: "eta", iso: at("17:05") },
  ];
  expect(timesOfFlight(reports)).toEqual(shown);
});
