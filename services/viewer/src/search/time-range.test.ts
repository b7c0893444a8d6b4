import { expect, test } from "vitest";
import { fieldOf, longerRange, ofField, instantOf } from "./time-range.ts";

const nowMs = Date.parse("2026-11-21T12:00:00.000Z");

test.each([
  ["-6h", "2026-11-21T06:00:00.000Z"],
  ["-30m", "2026-11-21T11:30:00.000Z"],
  ["-7d", "2026-11-14T12:00:00.000Z"],
  ["2026-11-20", "2026-11-20"],
  ["-6y", "-6y"],
  ["-99999h", "-99999h"],
  ["yesterday", "yesterday"],
])("the time %s is %s", (text, time) => {
  expect(instantOf(text, nowMs)).toBe(time);
});

test("a field shows and reads times in UTC", () => {
  expect(fieldOf("2026-11-21T06:07:08.000Z", "utc")).toBe("2026-11-21T06:07");
  expect(fieldOf("yesterday", "utc")).toBe("");
  expect(ofField("2026-11-21T06:07", "utc")).toBe("2026-11-21T06:07:00.000Z");
  expect(ofField("", "utc")).toBe("");
  expect(ofField("x", "local")).toBe("");
  expect(ofField(fieldOf("2026-11-21T06:07:00.000Z", "local"), "local")).toBe(
    "2026-11-21T06:07:00.000Z",
  );
});

test("each range but the longest has a longer one", () => {
  expect(longerRange("-24h")).toBe("-7d");
  expect(longerRange("-90d")).toBeNull();
  expect(longerRange("constructor")).toBeNull();
});
