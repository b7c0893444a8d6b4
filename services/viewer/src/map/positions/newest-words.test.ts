import { expect, test } from "vitest";
import { withWords } from "./newest-words.ts";

const said = (airframeId: string, text: string) => ({ airframeId, text });

test("the newest words of three aircraft are kept, of each aircraft once", () => {
  const first = withWords([], [said("a", "1"), said("b", "2"), said("a", "3"), said("c", "4")]);
  expect(first).toEqual([said("c", "4"), said("a", "3"), said("b", "2")]);
  const second = withWords(first, [said("d", "5"), said("a", "6")]);
  expect(second).toEqual([said("a", "6"), said("d", "5"), said("c", "4")]);
});
