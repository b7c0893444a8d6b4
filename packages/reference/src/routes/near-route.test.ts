import { expect, test } from "vitest";
import { isNearRoute } from "./near-route.ts";

const sfo = { latitude: 37.62, longitude: -122.38 };
const jfk = { latitude: 40.64, longitude: -73.78 };
const sydney = { latitude: -33.95, longitude: 151.18 };

test.each([
  ["over Nebraska, on the way", { latitude: 41.5, longitude: -99 }, true],
  ["over Albuquerque, within a fifth of the way", { latitude: 35, longitude: -106.6 }, true],
  ["over Miami", { latitude: 25.8, longitude: -80.3 }, false],
  ["far out over the Pacific, before the start", { latitude: 34, longitude: -145 }, false],
  ["over Europe, behind the end", { latitude: 50, longitude: 5 }, false],
  ["at the gate", sfo, true],
])("an aircraft %s from San Francisco to New York: %s", (_where, position, isNear) => {
  expect(isNearRoute(position, sfo, jfk)).toBe(isNear);
  expect(isNearRoute(position, jfk, sfo)).toBe(isNear);
});

test("a route crosses the antimeridian, and one may begin where it ends", () => {
  expect(isNearRoute({ latitude: 5, longitude: -170 }, sydney, sfo)).toBe(true);
  expect(isNearRoute({ latitude: 5, longitude: 60 }, sydney, sfo)).toBe(false);
  expect(isNearRoute({ latitude: 37.7, longitude: -122.2 }, sfo, sfo)).toBe(true);
});
