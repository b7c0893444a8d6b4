import { expect, test } from "vitest";
import { serializeArray } from "./array-types.ts";

test.each([
  [[], "{}"],
  [["a", null, "null"], '{"a",null,"null"}'],
  [
    ['say "hi"', "back\\slash", "{,}", "", "line\nbreak"],
    '{"say \\"hi\\"","back\\\\slash","{,}","","line\nbreak"}',
  ],
  [['tab\t"\\', "\u0001", "\u007f", "é 🛩"], '{"tab\t\\"\\\\","\u0001","\u007f","é 🛩"}'],
  [["half \ud83d"], '{"half \ud83d"}'],
  [[1, -2.5, 1e20], "{1,-2.5,100000000000000000000}"],
  [[new Date(0)], '{"1970-01-01T00:00:00.000Z"}'],
])("%j is written as %s", (values, text) => {
  expect(serializeArray(values)).toBe(text);
});

test.each([[[{}]], [[undefined]], [[true]], [[["nested"]]]])("%j is refused", (values) => {
  expect(() => serializeArray(values)).toThrow("an array for Postgres cannot contain");
});
