import { expect, test } from "vitest";
import type { AirframeState } from "../world/flight.ts";
import { timedPosition } from "./position-report.ts";

test("a position with label 16 states the expected arrival behind the altitude, as airframes do", () => {
  const state = {
    atMs: Date.UTC(2026, 0, 1, 0, 1, 18),
    altitude: 34_986,
    groundSpeedKnots: 450,
    track: 184,
    latitude: 35.975,
    longitude: -109.384,
    leg: { onMs: Date.UTC(2026, 0, 1, 1, 54) },
  } as AirframeState;
  expect(timedPosition(state).text).toBe("000118,34986,0154, 184,N 35.975,W109.384");
});
