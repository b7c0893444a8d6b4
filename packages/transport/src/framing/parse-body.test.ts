import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { objectsPerBodyMax, parseBody } from "./parse-body.ts";
import { createSlices } from "./slices.ts";

test("a body is parsed in slices, between which the event loop runs", async () => {
  let rounds = 0;
  let isParsed = false;
  function countRounds(): void {
    rounds++;
    if (!isParsed) setImmediate(countRounds);
  }
  countRounds();
  // A slice of no length is over after each object.
  const body = await parseBody(Buffer.from('{"a":1}'.repeat(100)), createSlices(0));
  isParsed = true;
  expect(body).toMatchObject({ status: "parsed", objects: { length: 100 } });
  expect(rounds).toBeGreaterThanOrEqual(100);
});

test("bodies that are parsed at the same time share the slices of a turn", async () => {
  const slices = createSlices(0);
  const order: string[] = [];
  async function work(name: string): Promise<void> {
    for (let step = 0; step < 3; step++) {
      await slices.next();
      order.push(name);
    }
  }
  await Promise.all([work("a"), work("b")]);
  expect(order).toEqual(["a", "b", "a", "b", "a", "b"]);
});

test("a body with one object too many is refused where that one begins", async () => {
  const most = "{}".repeat(objectsPerBodyMax);
  const slices = createSlices();
  expect(await parseBody(Buffer.from(most), slices)).toMatchObject({ status: "parsed" });
  expect(await parseBody(Buffer.from(`${most}\n{}`), slices)).toEqual({
    status: "too-many-objects",
    detail: `at character ${most.length + 1}`,
  });
});

test("an object does not keep the rest of its body in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const slices = createSlices();
  const filler = "x".repeat(4_000_000);
  const kept: unknown[] = [];
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 20; n++) {
    const body = await parseBody(Buffer.from(`{"a":"the object that is kept"}\n${filler}`), slices);
    if (body.status === "parsed") kept.push(body.objects[0]);
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(kept).toHaveLength(20);
});
