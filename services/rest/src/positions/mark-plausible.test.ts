import { expect, test } from "vitest";
import { markPlausible } from "./mark-plausible.ts";

function at(minute: number, latitude: number, longitude: number) {
  return {
    timestamp: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
    latitude,
    longitude,
    altitude: null,
    sourceType: "vdl",
    positionSource: null,
    stations: 1,
    messageId: `${minute}`,
  };
}

function plausible(positions: readonly ReturnType<typeof at>[]) {
  return markPlausible(positions).map((position) => position.plausible);
}

test("a hop that no airframe flies is marked, and the flight goes on from before it", () => {
  const track = [at(0, 50, 8), at(10, 51, 8), at(11, 20, -90), at(20, 52, 8), at(30, 53, 8)];
  expect(plausible(track)).toEqual([true, true, false, true, true]);
});

test("a wrong first position does not make the others wrong", () => {
  expect(plausible([at(0, 0, 0), at(1, 50, 8), at(5, 50.2, 8)])).toEqual([false, true, true]);
});

test("several wrong positions in a row are marked", () => {
  const wrong = Array.from({ length: 10 }, (_, n) => at(20 + n, 12 * n - 60, 30 * n - 160));
  const track = [at(0, 50, 8), at(10, 51, 8), ...wrong, at(40, 53, 8), at(50, 54, 8)];
  expect(plausible(track).filter((one) => one)).toHaveLength(4);
});

test("a track across 180° of longitude is plausible, and no track is none", () => {
  expect(plausible([at(0, 10, 179), at(10, 10, -180), at(20, 10, -179)])).toEqual([
    true,
    true,
    true,
  ]);
  expect(plausible([])).toEqual([]);
});
