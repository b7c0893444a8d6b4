import { expect, test } from "vitest";
import { shareNext } from "./share-next.ts";

test("calls during a run share the next one, which begins after it", async () => {
  const runs: PromiseWithResolvers<number>[] = [];
  const shared = shareNext(() => {
    const run = Promise.withResolvers<number>();
    runs.push(run);
    return run.promise;
  });

  const first = shared();
  await expect.poll(() => runs.length).toBe(1);
  const second = shared();
  const third = shared();
  runs[0]?.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test("a run that fails rejects the calls of that run only", async () => {
  let failing = true;
  const shared = shareNext(async () => {
    if (failing) throw new Error("away");
    return "back";
  });
  await expect(shared()).rejects.toThrow("away");
  failing = false;
  expect(await shared()).toBe("back");
});
