import { expect, test } from "vitest";
import { createFairQueue, type FairRefusal } from "./fair-queue.ts";
import type { Permit } from "./semaphore.ts";

const max = {
  permitsMax: 2,
  permitsPerKeyMax: 1,
  waitingMax: 100,
  waitingPerKeyMax: 50,
  waitMsMax: 60_000,
};

/** Asks for permits, and notes whose turn it was. Each permit is returned by `next`. */
function ask(queue: ReturnType<typeof createFairQueue>) {
  const order: string[] = [];
  const permits: Permit[] = [];
  async function acquire(key: string): Promise<FairRefusal | "served"> {
    const permit = await queue.acquire(key);
    if (typeof permit === "string") return permit;
    order.push(key);
    permits.push(permit);
    return "served";
  }
  async function next(): Promise<boolean> {
    permits.shift()?.[Symbol.dispose]();
    await Promise.resolve();
    await new Promise(setImmediate);
    return permits.length > 0;
  }
  return { order, acquire, next };
}

test("keys take turns, however often one of them asks", async () => {
  const { order, acquire, next } = ask(createFairQueue(max));
  const asked = [...Array<string>(20).fill("a"), "b", "c", "b", "c", "d"].map(acquire);
  while (await next());
  expect(await Promise.all(asked)).toEqual(Array(25).fill("served"));
  // Two at a time, and one of a key: nobody waits for more than a turn of each other key.
  expect(order.slice(0, 9).join(" ")).toBe("a b a b c d a c a");
  expect(order.slice(9)).toEqual(Array(16).fill("a"));
});

test("a key waits for its own only, up to its bound, and others still get in", async () => {
  const queue = createFairQueue({ ...max, waitingMax: 4, waitingPerKeyMax: 4 });
  const { order, acquire, next } = ask(queue);
  const flood = Array.from({ length: 7 }, async () => await acquire("a"));
  // One runs, four wait, and two are too many.
  expect(await flood[6]).toBe("key");
  expect(await acquire("b")).toBe("served");
  // All places to wait are taken: the newest request of the key with most of them makes room.
  const [second, third] = [acquire("b"), acquire("b")];
  expect(await Promise.all([flood[4], flood[3]])).toEqual(["key", "key"]);
  expect(await acquire("b")).toBe("key");
  const [c, d] = [acquire("c"), acquire("d")];
  expect(await Promise.all([third, flood[2]])).toEqual(["key", "key"]);
  expect(await acquire("e")).toBe("all");
  while (await next());
  expect(await Promise.all([second, c, d])).toEqual(["served", "served", "served"]);
  expect(order.join(" ")).toBe("a b a b c d");
});

test("a wait has an end, and says whether the key's own work was the reason", async () => {
  const queue = createFairQueue({ ...max, waitMsMax: 50 });
  const { acquire, next, order } = ask(queue);
  await Promise.all([acquire("a"), acquire("b")]);
  expect(await Promise.all([acquire("a"), acquire("c")])).toEqual(["key", "all"]);
  while (await next());
  expect(await acquire("c")).toBe("served");
  expect(order).toEqual(["a", "b", "c"]);
});
