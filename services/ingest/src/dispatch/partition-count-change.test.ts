import { expect, test } from "vitest";
import type { Backlog } from "./backlog.ts";
import type { Journaled } from "../journal/journal-queue.ts";
import { holdBack } from "./partition-count-change.ts";

function backlogOf(...batches: number[][]): Backlog {
  return {
    add() {},
    next: async () => (batches.shift() ?? []).map((seq) => ({ entry: { seq } }) as Journaled),
    rewind(seq) {
      batches.unshift([seq, seq + 1]);
    },
    async [Symbol.asyncDispose]() {},
  };
}

test("what is new waits until it may go on, what is old doesn't", async () => {
  const order: (number[] | string)[] = [];
  const held = holdBack(backlogOf([1, 2], [], [3, 4, 5], [6]), 4, async () => {
    order.push("ready");
  });
  for (let i = 0; i < 5; i++) order.push((await held.next(9)).map(({ entry }) => entry.seq));
  expect(order).toEqual([[1, 2], [], [3], "ready", [4, 5], [6]]);
});

test("a wait that fails is tried again, and what is rewound comes once", async () => {
  let fails = true;
  const held = holdBack(backlogOf([4, 5]), 4, async () => {
    if (fails) throw new Error("away");
  });
  await expect(held.next(9)).rejects.toThrow("away");
  held.rewind(3);
  fails = false;
  const seqs = [await held.next(9), await held.next(9), await held.next(9)];
  expect(seqs.map((batch) => batch.map(({ entry }) => entry.seq))).toEqual([[3], [4], []]);
});
