import { expect, test } from "vitest";
import {
  readAt,
  readBox,
  readLayers,
  readWindow,
  writeAt,
  writeBox,
  writeLayers,
} from "./map-query.ts";

test("a view survives the address", () => {
  expect(readAt(writeAt({ latitude: 35.5, longitude: -105.25, zoom: 5.5 }))).toEqual({
    latitude: 35.5,
    longitude: -105.25,
    zoom: 5.5,
  });
});

test("a view beyond 180° is written with a longitude of the earth", () => {
  expect(writeAt({ latitude: 0, longitude: 190, zoom: 3 })).toBe("0.000,-170.000,3.00");
});

test.each([undefined, "", "1,2", "91,0,3", "0,181,3", "0,0,-1", "a,b,c", "1,2,3,4", ",,"])(
  "%o is no view",
  (text) => expect(readAt(text)).toBeNull(),
);

test("only known layers are read, and the usual ones are not written", () => {
  expect([...readLayers("night,__proto__,stations")]).toEqual(["stations", "night"]);
  expect(writeLayers(readLayers(undefined))).toBeUndefined();
  expect(readLayers(writeLayers(new Set())).size).toBe(0);
});

test("a window is one of the choices", () => {
  expect(readWindow("720")).toBe(720);
  expect(readWindow("100000")).toBe(90);
});

test("a box across 180° has its west above its east, and is drawn on one side", () => {
  const text = writeBox({ latitude: 10, longitude: 170 }, { latitude: -10, longitude: 190 });
  expect(text).toBe("170.00,-10.00,-170.00,10.00");
  expect(readBox(text)).toEqual([170, -10, 190, 10]);
  expect(readBox("1,2,3")).toBeNull();
});
