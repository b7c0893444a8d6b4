import { expect, test } from "vitest";
import { flightTimes } from "./flight-times.ts";
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
  const messages = [
    { times: { ...none, eta: "2026-11-21T20:14:00.000Z" } },
    { times: null },
    { times: { ...none, off: "2026-11-21T18:02:00.000Z", eta: "2026-11-21T20:30:00.000Z" } },
  ];
  expect(flightTimes(messages)).toEqual([
    { name: "off", iso: "2026-11-21T18:02:00.000Z" },
    { name: "eta", iso: "2026-11-21T20:14:00.000Z" },
  ]);
});

test("messages without times give none", () => {
  expect(flightTimes([{ times: null }])).toEqual([]);
});
