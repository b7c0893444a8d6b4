import { expect, test } from "vitest";
import { bearing, estimate, reachOutline, continuousLongitudes } from "./geodesy.ts";

const position = { latitude: 0, longitude: 0, atMs: 0 };

test("an aircraft is estimated on its track, one degree for 60 nautical miles", () => {
  const found = estimate({ ...position, track: 90, speed: 360 }, 10 * 60_000);
  expect(found?.longitude).toBeCloseTo(1, 1);
  expect(found?.latitude).toBeCloseTo(0, 5);
});

test("nothing is estimated for more than 30 minutes", () => {
  const course = { ...position, track: 0, speed: 480 };
  expect(estimate(course, 12 * 3_600_000)).toEqual(estimate(course, 30 * 60_000));
});

test("without a speed or a track nothing is estimated", () => {
  expect(estimate({ ...position, track: null, speed: 400 }, 60_000)).toBeNull();
  expect(estimate({ ...position, track: 10, speed: null }, 60_000)).toBeNull();
});

test("a track across 180° goes on in the same direction", () => {
  const longitudes = [175, 179, -178, -175, 179].map((longitude) => ({ latitude: 0, longitude }));
  expect(continuousLongitudes(longitudes).map(({ longitude }) => longitude)).toEqual([
    175, 179, 182, 185, 179,
  ]);
});

test("the outline of a reach is closed, and touches the station where nothing was received", () => {
  const center = { latitude: 50, longitude: 10 };
  const distances = Array.from({ length: 36 }, (_, index) => (index === 9 ? null : 60));
  const outline = reachOutline({ ...center, distances });
  expect(outline[0]).toEqual(outline.at(-1));
  expect(outline).toContainEqual(center);
  expect(outline[0]?.latitude).toBeCloseTo(51, 1);
});

test.each([
  [{ latitude: 1, longitude: 0 }, 0],
  [{ latitude: 0, longitude: 1 }, 90],
  [{ latitude: -1, longitude: 0 }, 180],
  [{ latitude: 0, longitude: -1 }, 270],
])("the course from the equator to %o is %d°", (to, degrees) => {
  expect(bearing({ latitude: 0, longitude: 0 }, to)).toBeCloseTo(degrees, 5);
});

test("the course across 180° is the short one, and positions of one airport have none", () => {
  const from = { latitude: 0, longitude: 179.5 };
  expect(bearing(from, { latitude: 0, longitude: -179.5 })).toBeCloseTo(90, 5);
  expect(bearing(from, { latitude: 0.001, longitude: 179.5 })).toBeNull();
});
