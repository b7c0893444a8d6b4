import { expect, test } from "vitest";
import { createRecentItems } from "./recent-items.ts";

test("the newest items are kept, newest first", () => {
  const recent = createRecentItems<number>(4);
  recent.add([2, 1]);
  recent.add([5, 4, 3]);
  expect(recent.items).toEqual([5, 4, 3, 2]);
});
