import { expect, test } from "vitest";
import { distanceKm, middleOf, sunElevation } from "./sun.ts";

const greenwich = { latitude: 51.4769, longitude: 0 };

// From the almanac: the sun at Greenwich.
test.each([
  ["2026-06-21T12:02:00Z", 62],
  ["2026-12-21T11:58:00Z", 15.1],
  ["2026-03-20T18:10:00Z", 0],
  ["2026-06-21T00:02:00Z", -15.1],
])("the sun at Greenwich at %s stands at %d degrees", (time, degrees) => {
  expect(Math.abs(sunElevation(greenwich, Date.parse(time)) - degrees)).toBeLessThan(0.6);
});

test("distances and middles follow a great circle, also across 180 degrees", () => {
  const fiji = { latitude: 0, longitude: 179 };
  const samoa = { latitude: 0, longitude: -171 };
  expect(distanceKm(fiji, samoa)).toBeCloseTo(1_112, 0);
  const middle = middleOf(fiji, samoa);
  expect(middle.latitude).toBeCloseTo(0);
  expect(middle.longitude).toBeCloseTo(-176);
});
