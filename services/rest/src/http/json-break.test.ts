import { expect, test } from "vitest";
import { jsonBreak } from "./json-break.ts";

test.each([
  ["", 0],
  ["{", 1],
  ["nul", 3],
  ["nux", 2],
  ['{"a":tru}', 8],
  ['{"a":1,}', 7],
  ['{"a":1', 6],
  ['{"a" 1}', 5],
  ["{'a':1}", 1],
  ['{"a":"x', 7],
  ['{"a":"\n"}', 6],
  ['{"a":"\\x"}', 7],
  ['{"a":"\\u00g0"}', 10],
  ["[1,2] 3", 6],
  ["01", 1],
  ["1.e", 2],
  ["-", 1],
])("%j breaks at %i", (text, at) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(jsonBreak(text)).toBe(at);
});

test("a long text's break is found quickly", () => {
  const text = `[${"1,".repeat(32_000)}oops]`;
  expect(jsonBreak(text)).toBe(64_001);
});
