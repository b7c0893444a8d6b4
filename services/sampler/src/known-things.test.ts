import { expect, test } from "vitest";
import { createKnownThings } from "./known-things.ts";

function thingsOf(fallback?: (ids: readonly number[]) => Promise<Map<number, { name: string }>>) {
  const state = { away: false, asked: [] as number[][], nowMs: 0, failures: 0 };
  const things = createKnownThings<number, { name: string }>({
    fetch: async (ids) => {
      state.asked.push([...ids]);
      if (state.away) throw new Error("away");
      return new Map(ids.filter((id) => id < 100).map((id) => [id, { name: `thing ${id}` }]));
    },
    ...(fallback ? { fallback } : {}),
    entriesMax: 10,
    freshMs: 5_000,
    now: () => state.nowMs,
    failed: () => state.failures++,
  });
  const names = async (...ids: number[]) =>
    [...(await things.get(ids)).values()].map((t) => t.name);
  return { state, names };
}

test("a batch is one fetch of what isn't fresh; what isn't there is remembered too", async () => {
  const { state, names } = thingsOf();
  expect(await names(1, 2, 1, 200)).toEqual(["thing 1", "thing 2"]);
  expect(await names(2, 3, 200)).toEqual(["thing 2", "thing 3"]);
  expect(state.asked).toEqual([[1, 2, 200], [3]]);
  state.nowMs = 5_000;
  await names(1, 3);
  expect(state.asked.at(-1)).toEqual([1, 3]);
});

test("when nobody answers, what was known goes on, and the question waits a second", async () => {
  const { state, names } = thingsOf(async () => new Map([[7, { name: "from the copy" }]]));
  await names(1);
  state.away = true;
  state.nowMs = 5_000;
  expect(await names(1, 7)).toEqual(["thing 1", "from the copy"]);
  expect(await names(1, 8)).toEqual(["thing 1"]);
  expect(state.asked).toHaveLength(2);
  expect(state.failures).toBe(1);
  state.away = false;
  state.nowMs = 6_000;
  expect(await names(1, 7)).toEqual(["thing 1", "thing 7"]);
});
