import { expect, test } from "vitest";
import { splitLine, unwrapRing } from "./rings.ts";

test("a ring that does not cross 180° stays as it is", () => {
  const ring = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 0],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});

test("a ring across 180° goes on above 180, so that no line crosses the map", () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ];
  expect(unwrapRing(ring).map(([longitude]) => longitude)).toEqual([170, 190, 190, 170, 170]);
});

test("a ring around the pole is closed along −90°", () => {
  const ring = [
    [-120, -70],
    [0, -70],
    [120, -70],
    [-120, -70],
  ];
  expect(unwrapRing(ring).slice(-3)).toEqual([
    [240, -90],
    [-120, -90],
    [-120, -70],
  ]);
});

test("a line is split where it jumps", () => {
  const line = [
    [178, 65],
    [180, 68],
    [-178, 68],
    [-177, 68],
  ];
  expect(splitLine(line)).toEqual([
    [
      [178, 65],
      [180, 68],
    ],
    [
      [-178, 68],
      [-177, 68],
    ],
  ]);
});
