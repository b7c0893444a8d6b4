import type { Message } from "@jetwire/protocol";
import { testMessage } from "@jetwire/testbed";
import { describe, expect, test } from "vitest";
import { addsReport, mergedFlight, reportedFlight } from "./reported-flight.ts";

const noTimes = { out: null, off: null, on: null, in: null, eta: null };
const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

function reported(over: Partial<Message>, flightKey: string | null = "UAL123") {
  const message = testMessage({ flightId: "flight", flightNumber: "UA0123", ...over });
  return reportedFlight(message, flightKey);
}

function flightOf(over: Partial<Message>) {
  const flight = reported({ timestamp: timeOf(0), ...over });
  if (flight === null) throw new Error("it reports nothing of a flight");
  return flight;
}

/** Contains what libacars says about an ADS-C message with an earth reference group, in part. */
const adsc = {
  by: "decoder",
  decoder: "libacars",
  level: "full",
  application: "adsc",
  description: "Position …",
  items: [
    { label: "Heading", value: 88, unit: "° true" },
    { label: "Track", value: 92.4, unit: "° true" },
  ],
} as const;

function statedMs(value: string): number | undefined {
  const decoded = { ...adsc, items: [{ label: "Time of position", value }] };
  return flightOf({ latitude: 51, longitude: -0.5, decoded }).positions[0]?.timeMs;
}

describe("a message of a flight", () => {
  test("reports its position at its own time, with the track that ADS-C states", () => {
    const position = { latitude: 51, longitude: -0.5, altitude: 37_000 };
    const decoded = { ...adsc, items: [...adsc.items] };
    expect(flightOf({ ...position, decoded }).positions).toEqual([
      { ...position, timeMs: Date.parse(timeOf(0)), track: 92.4 },
    ]);
    const magnetic = [{ label: "Track", value: 92.4, unit: "°" }];
    expect(
      flightOf({ ...position, decoded: { ...adsc, items: magnetic } }).positions,
    ).toMatchObject([{ track: null }]);
    expect(flightOf({ latitude: null, longitude: null }).positions).toEqual([]);
  });

  test("reports its position at the time that its content states, if that is possible", () => {
    expect(statedMs("11:40:30")).toBe(Date.parse(timeOf(0)) - (19 * 60 + 30) * 1_000);
    expect(statedMs("04:00")).toBe(Date.parse(timeOf(0)));
  });

  test("adds a position to a flight that it does not name, and nothing else", () => {
    const unnamed = { flightNumber: null, latitude: 51, longitude: -0.5 };
    expect(reported(unnamed, null)).toMatchObject({
      flightKey: null,
      flight: null,
      positions: [{ latitude: 51 }],
    });
    expect(reported({ ...unnamed, latitude: null, longitude: null }, null)).toBeNull();
    expect(reported({ flightId: null })).toBeNull();
  });

  test("reports take-off and landing, unless the time is of another day or still to come", () => {
    const times = { ...noTimes, off: timeOf(-90), on: timeOf(-5), in: timeOf(1) };
    expect(flightOf({ times })).toMatchObject({ tookOffAt: timeOf(-90), landedAt: timeOf(-5) });
    expect(flightOf({ times: { ...noTimes, in: timeOf(-1) } }).landedAt).toBe(timeOf(-1));
    expect(flightOf({ times: { ...noTimes, on: timeOf(11) } }).landedAt).toBeNull();
    expect(flightOf({ times: { ...noTimes, on: timeOf(-1_441) } }).landedAt).toBeNull();
  });
});

test("of two messages of a batch the newer one counts, whichever comes first", () => {
  const early = flightOf({
    timestamp: timeOf(1),
    destinationAirport: "KJFK",
    departingAirport: "EDDF",
  });
  const late = flightOf({ timestamp: timeOf(2), destinationAirport: "KBOS" });
  for (const [a, b] of [
    [early, late],
    [late, early],
  ] as const) {
    expect(mergedFlight(a, b)).toMatchObject({
      departingAirport: "EDDF",
      departingAt: timeOf(1),
      destinationAirport: "KBOS",
      destinationAt: timeOf(2),
      receivedAt: timeOf(2),
    });
  }
});

test("of many positions the six newest places are sent", () => {
  const all = Array.from({ length: 20 }, (_, n) =>
    flightOf({ timestamp: timeOf(n), latitude: Math.min(n, 17), longitude: 8 }),
  );
  const merged = all.reduce((a, b) => mergedFlight(a, b));
  expect(merged.positions.map(({ latitude }) => latitude)).toEqual([17, 16, 15, 14, 13, 12]);
  expect(merged.positions[0]?.timeMs).toBe(Date.parse(timeOf(19)));
});

test("a position, an airport or a time that was not written before is to be written", () => {
  const written = flightOf({ latitude: 50, longitude: 8, destinationAirport: "KJFK" });
  expect(addsReport(written, written)).toBe(false);
  expect(addsReport(flightOf({ timestamp: timeOf(1), latitude: 50, longitude: 8 }), written)).toBe(
    false,
  );
  expect(addsReport(flightOf({ latitude: 50, longitude: 8.1 }), written)).toBe(true);
  expect(addsReport(flightOf({ destinationAirport: "KBOS" }), written)).toBe(true);
  expect(addsReport(flightOf({ departingAirport: "EDDF" }), written)).toBe(true);
  expect(addsReport(flightOf({ times: { ...noTimes, on: timeOf(-1) } }), written)).toBe(true);
});

test("a landing before the take-off of the same message is not one", () => {
  const times = { ...noTimes, off: timeOf(-5), on: timeOf(-20) };
  expect(flightOf({ times })).toMatchObject({ tookOffAt: timeOf(-5), landedAt: null });
});
