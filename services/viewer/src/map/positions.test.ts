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
  expect(positions.add(position("a", 1_000, 40))).toBe(false);
  expect(positions.list(0).map(({ latitude }) => latitude)).toEqual([50]);
});

test("an aircraft keeps where it was, in order and bounded", () => {
  const positions = createPositions();
  for (let index = 1; index <= 40; index += 1) positions.add(position("a", index * 1_000, index));
  const [aircraft] = positions.list(0);
  expect(aircraft?.trail.map(({ latitude }) => latitude)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 10),
  );
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
