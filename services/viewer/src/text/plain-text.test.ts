import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("a text from outside has its invisible characters in brackets", () => {
  expect(plainText("D-\u202eABCD", 120)).toBe("D-[U+202E]ABCD");
});

test("a long text is cut, with an ellipsis as its last character", () => {
  expect(plainText("ABCDEFGH", 5)).toBe("ABCD…");
});
