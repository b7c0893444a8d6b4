import { expect, test } from "vitest";
import { findTerms } from "./find-terms.ts";

function found(path: string, text: string): string[] {
  return findTerms(path, text).map((one) => `${one.line} ${one.found}`);
}

test.each([
  ["an identifier", "a.ts", "const a = 1;\nconst settledMs = 2;", ["2 settled"]],
  ["a snake-case name", "a.sql", "SELECT held_count FROM messages", ["1 held"]],
  ["a comment", "a.ts", "// Nobody is told.", ["1 told"]],
  ["a comment in Lua", "a.lua", "-- The outcome", ["1 outcome"]],
  ["a phrase across lines", "a.ts", "/*\n * Redis is\n * away\n */", ["2 is away"]],
  ["a document", "a.md", "It lets go.", ["1 lets go"]],
  ["a file name", "src/heard.ts", "", ["1 heard (file name)"]],
  ["an interface of functions", "a.ts", "interface FeedSteps {}", ["1 FeedSteps"]],
  ["a doc comment without a subject", "a.ts", "/** Of a feed. */", ["1 /** Of …"]],
])("finds a retired term in %s", (_, path, text, expected) => {
  expect(found(path, text)).toEqual(expected);
});

test.each([
  ["the public API's own name", "a.ts", "row.firstHeardAt = row.first_heard_at;"],
  ["a word's plain sense in prose", "a.md", "It took the place of another, and holds a list."],
  ["a hash slot", "a.ts", "const hashSlots = 16_384; // A hash slot."],
  ["words of two sentences", "a.md", "What it takes. In the end"],
])("accepts %s", (_, path, text) => {
  expect(found(path, text)).toEqual([]);
});
