import { expect, test } from "vitest";
import { estimate, reachOutline, unwrapped } from "./geodesy.ts";

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
  expect(unwrapped(longitudes).map(({ longitude }) => longitude)).toEqual([
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
