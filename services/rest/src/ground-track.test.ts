import { expect, test } from "vitest";
import { groundTrack } from "./ground-track.ts";

function at(minute: number, latitude: number, longitude: number) {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
  return { timestamp, latitude, longitude, altitude: null };
}

test.each([
  ["north", [at(10, 51, 8), at(5, 50, 8)], 0],
  ["east", [at(10, 0, 9), at(5, 0, 8)], 90],
  ["south-west over the date line", [at(10, -1, 179.5), at(5, 0, -179.5)], 225],
  ["over a position that was reported twice", [at(10, 0, 7), at(9, 0.001, 7), at(5, 0, 8)], 270],
  ["unknown from one place", [at(10, 0, 9)], null],
  ["unknown when the other is old", [at(50, 1, 9), at(5, 0, 9)], null],
  ["unknown from none", [], null],
])("the course is %s", (_name, positions, track) => {
  expect(groundTrack(positions)).toBe(track);
});
