import { expect, test } from "vitest";
import { topicLevel } from "./topics.ts";

test.each([
  ["AB-KSFO1", "AB-KSFO1"],
  ["a/b", "a_b"],
  ["+", "_"],
  ["#", "_"],
  ["x/#/+/\u0000y", "x______y"],
  ["$SYS", "_SYS"],
  ["", "_"],
  ["   ", "_"],
  ["ÄÖ 駅", "ÄÖ 駅"],
  ["a\u202eb\r\nc", "a_b__c"],
  ["\ud800", "\ufffd"],
])("the name %j is the level %j", (name, level) => {
  expect(topicLevel(name)).toBe(level);
});

test("a long name is cut, and never within a character", () => {
  expect(topicLevel("x".repeat(500))).toBe("x".repeat(64));
  expect(topicLevel(`${"x".repeat(63)}😀`).isWellFormed()).toBe(true);
});
