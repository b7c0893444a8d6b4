import { expect, test } from "vitest";
import { aircraftMax, createPositions } from "./positions.ts";

const base = {
  icao: null,
  tail: null,
  type: null,
  flightId: null,
  flight: null,
  longitude: 0,
  altitude: null,
  track: null,
  trackDerived: false,
  speed: null,
  sourceType: "vdl",
  positionSource: null,
};

function position(airframeId: string, atMs: number, latitude = 0) {
  const messageId = atMs.toString(16).padStart(12, "0");
  return { ...base, airframeId, atMs, latitude, messageId };
}

test("an older position does not replace a newer one", () => {
  const positions = createPositions();
  expect(positions.add(position("a", 2_000, 50))).toBe(true);
  expect(positions.add(position("a", 1_000, 49.9))).toBe(false);
  expect(positions.list(0).map(({ latitude }) => latitude)).toEqual([50]);
  expect(positions.list(0)[0]?.trail.map(({ latitude }) => latitude)).toEqual([49.9]);
});

test("an aircraft keeps where it was in the last 20 minutes, in the order of times", () => {
  const positions = createPositions();
  const minutes = [...Array.from({ length: 40 }, (_, index) => index), 35.5];
  for (const minute of minutes) positions.add(position("a", minute * 60_000, minute / 10));
  const [aircraft] = positions.list(0);
  expect(aircraft?.latitude).toBe(3.9);
  expect(aircraft?.trail.map(({ latitude }) => latitude)).toEqual(
    [...minutes.slice(19, 39), 35.5].toSorted((a, b) => a - b).map((minute) => minute / 10),
  );
});

test("an aircraft does not go where it cannot have flown, unless a second position agrees", () => {
  const positions = createPositions();
  const shown = () => positions.list(0).map(({ latitude }) => latitude);
  positions.add(position("a", 60_000, 50));
  expect(positions.add(position("a", 120_000, -33))).toBe(false);
  expect(positions.add(position("a", 120_000, -33))).toBe(false);
  expect(positions.add(position("a", 180_000, 50.2))).toBe(true);
  expect(shown()).toEqual([50.2]);
  positions.add(position("a", 240_000, 10));
  positions.add(position("a", 300_000, 10.1));
  expect(shown()).toEqual([10.1]);
  expect(positions.list(0)[0]?.trail.map(({ latitude }) => latitude)).toEqual([10]);
});

test("a position without a track points from the one before it, and is marked", () => {
  const positions = createPositions();
  positions.add(position("a", 60_000, 50));
  expect(positions.list(0)).toMatchObject([{ track: null, trackDerived: false }]);
  positions.add(position("a", 120_000, 49.9));
  expect(positions.list(0)).toMatchObject([{ track: 180, trackDerived: true }]);
  positions.add({ ...position("a", 180_000, 49.8), track: 175 });
  expect(positions.list(0)).toMatchObject([{ track: 175, trackDerived: false }]);
});

test("the newest is first, and positions from before the window are removed", () => {
  const positions = createPositions();
  for (const [name, atMs] of [
    ["a", 1_000],
    ["b", 3_000],
    ["c", 2_000],
  ] as const) {
    positions.add(position(name, atMs));
  }
  expect(positions.list(2_000).map(({ airframeId }) => airframeId)).toEqual(["b", "c"]);
});

test("above the limit the aircraft that reported least recently is removed", () => {
  const positions = createPositions();
  for (let index = 0; index <= aircraftMax; index += 1) {
    positions.add(position(`a${index}`, 1_000 + index));
  }
  const kept = positions.list(0);
  expect(kept).toHaveLength(aircraftMax);
  expect(kept.some(({ airframeId }) => airframeId === "a0")).toBe(false);
});
