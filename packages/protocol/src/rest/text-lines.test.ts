import { expect, test } from "vitest";
import { textLines } from "./text-lines.ts";

test.each([
  ["  On my roof  ", "On my roof"],
  ["On my roof\nin Solna", "On my roof\nin Solna"],
  ["On my roof\r\n\r\nin Solna\r\n", "On my roof\n\nin Solna"],
])("%j is a text of lines: %j", (given, expected) => {
  expect(textLines(30).parse(given)).toBe(expected);
});

test.each([
  ["bell\u0007", "must not contain control characters other than line breaks"],
  ["a\rb", "must not contain control characters other than line breaks"],
  ["a\u0000b", "must not contain control characters other than line breaks"],
  ["a\u009bb", "must not contain control characters other than line breaks"],
  [" \n ", "must not be empty"],
  ["a\nb\nc\nd\ne\nf", "must not be longer than 10 characters"],
])("%j is refused: it %s", (given, reason) => {
  expect(
    textLines(10)
      .safeParse(given)
      .error?.issues.map(({ message }) => message),
  ).toEqual([reason]);
});
