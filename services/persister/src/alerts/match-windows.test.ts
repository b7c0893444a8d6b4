import { expect, test } from "vitest";
import { createMatchWindows } from "./match-windows.ts";

function match(groupId: string, ruleId = "r") {
  return {
    ruleId,
    groupId,
    messageId: `m-${groupId}`,
    stationId: 1,
    flight: null,
    tail: null,
    description: "",
  };
}

test("the first match is reported at once, the others of its minute together at the end", () => {
  const windows = createMatchWindows();
  expect(windows.add(match("a"), 0)).toMatchObject({ groupId: "a", more: 0 });
  for (const group of ["b", "b", "c", "d", "a"])
    expect(windows.add(match(group), 1_000)).toBeNull();
  expect(windows.end(59_999)).toEqual([]);
  expect(windows.end(60_000)).toMatchObject([{ groupId: "d", more: 2 }]);
  // Which begins another minute.
  expect(windows.add(match("e"), 60_001)).toBeNull();
  expect(windows.end(120_000)).toMatchObject([{ groupId: "e", more: 0 }]);
});

test("at a stop, what was counted in open minutes is reported", () => {
  const windows = createMatchWindows();
  windows.add(match("a"), 0);
  windows.add(match("a", "other"), 0);
  for (const group of ["b", "c"]) windows.add(match(group), 1_000);
  expect(windows.endAll()).toMatchObject([{ ruleId: "r", groupId: "c", more: 1 }]);
  expect(windows.endAll()).toEqual([]);
});

test("a minute without a second match ends without a report", () => {
  const windows = createMatchWindows();
  windows.add(match("a"), 0);
  expect(windows.end(60_000)).toEqual([]);
  expect(windows.add(match("b"), 60_000)).toMatchObject({ groupId: "b", more: 0 });
});

test("a rule that matches everything is not compared for the rest of the minute, others are", () => {
  const windows = createMatchWindows();
  for (let n = 0; n < 500; n++) {
    if (windows.isOpen("r", 1)) windows.add(match(String(n)), 1);
  }
  expect(windows.isOpen("r", 2)).toBe(false);
  expect(windows.isOpen("other", 2)).toBe(true);
  expect(windows.end(60_001)).toMatchObject([{ more: 99 }]);
  expect(windows.isOpen("r", 60_002)).toBe(true);
});
