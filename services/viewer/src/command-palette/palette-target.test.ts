import { expect, test } from "vitest";
import { classify, type PaletteTarget, mergeTargets, pathOf } from "./palette-target.ts";

const id = "0196f3a0-1234-7000-8000-00000000002a";

test.each([
  [` ${id.toUpperCase()} `, "message", id],
  ["a1aef6", "icao", "A1AEF6"],
])("the text %j is known by its form", (text, kind, expected) => {
  expect(classify(text)).toMatchObject([{ kind, id: expected }]);
});

test.each(["", "UAL123", "decade", "a1aef", "<b>", "0196f3a0"])(
  "the text %j is left to the server",
  (text) => {
    expect(classify(text)).toEqual([]);
  },
);

test("at most eight targets are offered, none of them twice", () => {
  const found = Array.from({ length: 9 }, (_, index): PaletteTarget => ({
    kind: "flight",
    id: `f${index}`,
    title: "UAL1",
    detail: null,
  }));
  expect(mergeTargets([], found)).toHaveLength(8);
  const local = classify("a1aef6");
  const known = { kind: "icao", id: "A1AEF6", title: "N156VN", detail: "FDX" } as const;
  expect(mergeTargets(local, [known])).toEqual([known]);
  expect(mergeTargets(local, [])).toEqual(local);
});

test("each kind of target has a page, and its id cannot change the path", () => {
  const target = { id: "../x?y#z", title: "", detail: null };
  expect(pathOf({ ...target, kind: "station" }).path).toBe("/stations/..%2Fx%3Fy%23z");
  expect(pathOf({ ...target, kind: "airport" }).path).toBe("/airports/..%2Fx%3Fy%23z");
  expect(pathOf({ ...target, kind: "label" })).toEqual({
    path: "/search",
    query: { label: "../x?y#z" },
  });
});
