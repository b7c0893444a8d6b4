import { expect, test } from "vitest";
import { createPace } from "./pace.ts";

test("a busy process writes half as often each second, up to once in a second, and returns as it is idle", () => {
  const process = { share: 0.5 };
  const pace = createPace(() => process.share);
  function everyMsAt(share: number): number {
    process.share = share;
    pace.adjust();
    return pace.everyMs;
  }
  expect([0.5, 0.9, 0.9, 0.6, 0.9, 0.9, 1].map(everyMsAt)).toEqual([
    0, 100, 200, 200, 400, 800, 1000,
  ]);
  expect([0.3, 0.5, 0.3, 0.3, 0.3].map(everyMsAt)).toEqual([500, 500, 250, 125, 0]);
});
