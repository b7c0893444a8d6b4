import { expect, test } from "vitest";
import { en } from "../text/en.ts";
import { gapDays, gapHourCounts } from "./gap-days.ts";

const hour = (from: string) => ({ from, messages: 3, state: "received" as const });

test("hours stand in the cells of their day, and the rest of the day is empty", () => {
  const days = gapDays([hour("2026-11-20T23:00:00.000Z"), hour("2026-11-21T00:00:00.000Z")]);
  expect(days.map(({ from }) => from.slice(0, 10))).toEqual(["2026-11-20", "2026-11-21"]);
  expect(days.map(({ hours }) => hours.length)).toEqual([24, 24]);
  expect(days[0]?.hours[23]?.messages).toBe(3);
  expect(days[1]?.hours[0]?.messages).toBe(3);
  expect(days[1]?.hours[1]).toBeNull();
});

test("without hours there are no days", () => {
  expect(gapDays([])).toEqual([]);
});

test.each([
  ["Not known yet.", []],
  ["Not known yet.", ["unknown", "unknown"]],
  ["No whole hour without messages.", ["received", "received"]],
  ["No whole hour without messages. Known: 1 hour.", ["received", "unknown"]],
  ["1 hour without messages.", ["received", "silent"]],
] as const)("the note %j is about the hours that are known", (note, states) => {
  const hours = states.map((state) => ({ ...hour("2026-11-20T23:00:00.000Z"), state }));
  expect(en.stations.gapsNote(gapHourCounts(hours))).toBe(note);
});
