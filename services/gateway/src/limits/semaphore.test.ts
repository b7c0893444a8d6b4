import { expect, test } from "vitest";
import { createTurns } from "./semaphore.ts";

test("no more than so many run at a time, each in its turn, a failed one gives on", async () => {
  const inTurn = createTurns(2);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) =>
    inTurn(async () => {
      most = Math.max(most, ++running);
      order.push(n);
      await Promise.resolve();
      running--;
      if (n === 1) throw new Error("one fails");
      return n;
    });
  const ended = await Promise.allSettled([0, 1, 2, 3, 4].map(work));
  expect(ended.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});
