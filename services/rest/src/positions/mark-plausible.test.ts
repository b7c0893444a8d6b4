import { expect, test } from "vitest";
import { markPlausible } from "./mark-plausible.ts";

function at(minute: number, latitude: number, longitude: number, isTimed = false) {
  const timestamp = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();
  return {
    timestamp,
    at: timestamp,
    isTimed,
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

test("a leg that needs more than 700 knots is marked, with a smaller margin where times are stated", () => {
  // 120 nautical miles in two minutes, between legs of 360 knots.
  const track = [at(0, 50, 8), at(10, 51, 8), at(12, 53, 8), at(20, 52, 8), at(30, 53, 8)];
  expect(plausible(track)).toEqual([true, true, false, true, true]);
  // 130 nautical miles in ten minutes; 117 are flown at 700 knots.
  const far = (isTimed: boolean) => [
    at(0, 50, 8, isTimed),
    at(10, 52.17, 8, isTimed),
    at(20, 50.6, 8, isTimed),
  ];
  expect(plausible(far(false))).toEqual([true, true, true]);
  expect(plausible(far(true)).filter((one) => one)).toHaveLength(2);
});
