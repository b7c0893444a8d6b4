import { expect, test } from "vitest";
import { Lookup } from "./lookup.ts";

function lookupOf(fallback?: (ids: readonly number[]) => Promise<Map<number, { name: string }>>) {
  const state = { unavailable: false, asked: [] as number[][], nowMs: 1_000, failures: 0 };
  const lookup = new Lookup<number, { name: string }>({
    fetch: async (ids) => {
      state.asked.push([...ids]);
      if (state.unavailable) throw new Error("unavailable");
      return new Map(ids.filter((id) => id < 100).map((id) => [id, { name: `thing ${id}` }]));
    },
    ...(fallback ? { fallback } : {}),
    entriesMax: 10,
    ttlMs: 5_000,
    now: () => state.nowMs,
    onFailure: () => state.failures++,
  });
  const names = async (...ids: number[]) =>
    [...(await lookup.find(ids)).values()].map((t) => t.name);
  return { state, names };
}

test("a batch is one fetch of what is not fresh; ids that do not exist are cached too", async () => {
  const { state, names } = lookupOf();
  expect(await names(1, 2, 1, 200)).toEqual(["thing 1", "thing 2"]);
  expect(await names(2, 3, 200)).toEqual(["thing 2", "thing 3"]);
  expect(state.asked).toEqual([[1, 2, 200], [3]]);
  state.nowMs = 6_001;
  await names(1, 3);
  expect(state.asked.at(-1)).toEqual([1, 3]);
});

test("while fetching fails, outdated things are returned, and fetching pauses for a second", async () => {
  const { state, names } = lookupOf(
    async (ids) => new Map(ids.includes(7) ? [[7, { name: "from the fallback" }]] : []),
  );
  await names(1);
  state.unavailable = true;
  state.nowMs = 6_001;
  expect(await names(1, 7)).toEqual(["thing 1", "from the fallback"]);
  expect(await names(1, 8)).toEqual(["thing 1"]);
  expect(state.asked).toHaveLength(2);
  expect(state.failures).toBe(1);
  state.unavailable = false;
  state.nowMs = 7_001;
  expect(await names(1, 7)).toEqual(["thing 1", "thing 7"]);
});
