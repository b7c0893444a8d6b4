import { expect, test } from "vitest";
import { subsolarPoint } from "@jetwire/protocol/plain";
import { nightOutline } from "./night.ts";

test.each([
  // At noon UTC the sun is near 0°; the equation of time moves it by a few degrees.
  ["2026-03-20T12:00:00Z", 1.9, 0],
  ["2026-06-21T12:00:00Z", 0.5, 23.4],
  ["2026-11-03T12:00:00Z", -4.1, -15.1],
  ["2026-12-21T00:00:00Z", 179.6, -23.4],
])("the sun of %s is where almanacs have it", (time, longitude, latitude) => {
  const [foundLongitude, foundLatitude] = subsolarPoint(Date.parse(time));
  expect(Math.abs(foundLongitude - longitude)).toBeLessThan(0.5);
  expect(Math.abs(foundLatitude - latitude)).toBeLessThan(0.5);
});

test("in northern summer the night is closed at the south pole, and no latitude leaves the map", () => {
  const outline = nightOutline(Date.parse("2026-06-21T12:00:00Z"));
  expect(outline.at(-2)).toEqual([-180, -89.9]);
  expect(outline.every(([, latitude]) => Math.abs(latitude) < 90)).toBe(true);
  expect(outline[0]).toEqual(outline.at(-1));
});

test("the day of an equinox has an outline, too", () => {
  const outline = nightOutline(Date.parse("2026-09-23T00:00:00Z"));
  expect(outline.flat().every(Number.isFinite)).toBe(true);
});
