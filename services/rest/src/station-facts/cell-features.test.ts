import { latLngToCell } from "h3-js";
import { expect, test } from "vitest";
import { cellsToShow, featureOf } from "./cell-features.ts";

function cellAt(latitude: number, longitude: number, over: object = {}) {
  const cell = latLngToCell(latitude, longitude, 5);
  return { cell, positions: 1, altitudeMin: null, altitudeMax: null, ...over };
}

test("cells are joined to larger ones until they are few enough", () => {
  const cells = [
    cellAt(40, -74, { altitudeMin: 9_000, altitudeMax: 31_000 }),
    cellAt(40.2, -74, { altitudeMin: 100, altitudeMax: 200 }),
    cellAt(40.1, -74.1),
    cellAt(41, -75, { positions: 2 }),
  ];
  expect(cellsToShow(cells, 4)).toHaveLength(4);
  const joined = cellsToShow(cells, 2);
  expect(joined).toMatchObject([
    { positions: 3, altitudeMin: 100, altitudeMax: 31_000 },
    { positions: 2, altitudeMin: null, altitudeMax: null },
  ]);
});

test("cells that are far apart are larger", () => {
  const [first] = cellsToShow([cellAt(40, -74), cellAt(70, -74), cellAt(40.2, -74)], 2_000);
  expect(first).toEqual({
    cell: latLngToCell(40, -74, 3),
    positions: 2,
    altitudeMin: null,
    altitudeMax: null,
  });
  const [largest] = cellsToShow([cellAt(40, 179), cellAt(20, -74)], 2_000);
  expect(largest?.cell).toBe(latLngToCell(40, 179, 2));
  expect(cellsToShow([], 2_000)).toEqual([]);
});

test("a feature is a closed ring with what was counted", () => {
  const { geometry, properties, type } = featureOf(cellAt(40, -74));
  const [ring = []] = geometry.coordinates;
  expect(type).toBe("Feature");
  expect(ring).toHaveLength(7);
  expect(ring.at(-1)).toEqual(ring[0]);
  expect(properties).toEqual({ positions: 1, altitudeMin: null, altitudeMax: null });
});

test("a ring across 180° does not go around the world", () => {
  const [ring = []] = featureOf(cellAt(50, 179.99)).geometry.coordinates;
  const longitudes = ring.map(([longitude]) => longitude);
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(1);
});
