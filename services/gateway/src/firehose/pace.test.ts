import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

test("a busy process writes so often that it takes a third of its time, once in a second at least, and each tick again once idle", () => {
  const process = { share: 0.5 };
  const pace = createPace(() => process.share);
  function everyMsAt(share: number, writingMs: number): number {
    process.share = share;
    pace.adjust(writingMs);
    return pace.everyMs;
  }
  const busy = [0.5, 0.9, 0.9, 0.6, 1].map((share) => everyMsAt(share, 80));
  expect(busy).toEqual([0, 240, 240, 240, 240]);
  expect([0, 5, 150, 5_000].map((writingMs) => everyMsAt(0.9, writingMs))).toEqual([
    0, 15, 450, 1_000,
  ]);
  expect([0.3, 0.5, 0.3, 0.3, 0.3].map((share) => everyMsAt(share, 5))).toEqual([
    500, 500, 250, 125, 0,
  ]);
});
