import { expect, test } from "vitest";
import { createBatches } from "./batches.ts";

test("batches are asked for until one isn't full", async () => {
  const given = [5_000, 5_000, 12];
  const done = await createBatches(() => 0)(async () => given.shift() ?? 0);
  expect(done).toEqual({ rows: 10_012, more: false });
  expect(given).toEqual([]);
});

test("when the time of a run is over the rest is left, and each further work still gets a batch", async () => {
  let nowMs = 0;
  const runBatches = createBatches(() => nowMs);
  async function slow(rowsMax: number): Promise<number> {
    nowMs += 9_000;
    return rowsMax;
  }
  expect(await runBatches(slow)).toEqual({ rows: 15_000, more: true });
  expect(await runBatches(slow)).toEqual({ rows: 5_000, more: true });
});
