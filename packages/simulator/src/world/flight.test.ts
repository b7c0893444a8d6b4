import { expect, test } from "vitest";
import { allAirports } from "./airports.ts";
import { simulatedFleet } from "./fleet.ts";
import { createItinerary } from "./flight.ts";
import { distanceNm, pointBetween } from "./great-circle.ts";

const startMs = Date.UTC(2026, 0, 1);

test("an aircraft goes from gate to gate in order, without jumps, within what its type can", () => {
  for (const airframe of simulatedFleet({ seed: 6, count: 12 })) {
    const itinerary = createItinerary({
      seed: 6,
      airframe,
      homes: allAirports.slice(0, 4),
      airports: allAirports,
      startMs,
    });
    const order = ["at-gate", "taxi-out", "airborne", "taxi-in", "at-gate"];
    let before = itinerary.stateAt(startMs);
    for (let minute = 1; minute < 40 * 60; minute++) {
      const state = itinerary.stateAt(startMs + minute * 60_000);
      expect(distanceNm(before, state)).toBeLessThan(12);
      expect(state.altitude).toBeLessThanOrEqual(43_000);
      const isNewLeg = state.leg !== before.leg;
      const from = isNewLeg ? 0 : order.indexOf(before.phase);
      expect(order.indexOf(state.phase, from)).toBeGreaterThan(-1);
      expect(state.leg.departure).toBe(isNewLeg ? before.leg.destination : before.leg.departure);
      before = state;
    }
  }
});

test("half way between two airports is equally far from both", () => {
  const [from, to] = allAirports;
  if (from === undefined || to === undefined) throw new Error("no airports");
  const middle = pointBetween(from, to, 0.5);
  expect(distanceNm(from, middle)).toBeCloseTo(distanceNm(middle, to), 3);
  expect(distanceNm(from, middle) * 2).toBeCloseTo(distanceNm(from, to), 3);
});

test("tails and addresses of a fleet are distinct, and a longer fleet begins with the shorter", () => {
  const long = simulatedFleet({ seed: 6, count: 500 });
  expect(new Set(long.map((airframe) => airframe.tail)).size).toBe(500);
  expect(new Set(long.map((airframe) => airframe.icao)).size).toBe(500);
  expect(long.every((airframe) => /^[0-9A-F]{6}$/.test(airframe.icao))).toBe(true);
  expect(long.slice(0, 20)).toEqual(simulatedFleet({ seed: 6, count: 20 }));
});
