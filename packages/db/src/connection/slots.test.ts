import { expect, test } from "vitest";
import { createSlots } from "./slots.ts";

test("no more than so many at once, the others in their order", async () => {
  const slots = createSlots(1);
  const first = await slots.take(1_000);
  const order: string[] = [];
  const waiting = ["a", "b"].map(async (name) => {
    const giveBack = await slots.take(1_000);
    order.push(name);
    giveBack();
  });
  expect(order).toEqual([]);
  first();
  await Promise.all(waiting);
  expect(order).toEqual(["a", "b"]);
});

test("who gives up waiting takes no slot later", async () => {
  const slots = createSlots(1);
  const giveBack = await slots.take(10);
  await expect(slots.take(10)).rejects.toThrow(/waiting for a connection took longer than 10 ms/);
  giveBack();
  (await slots.take(10))();
  await slots.take(10);
});
