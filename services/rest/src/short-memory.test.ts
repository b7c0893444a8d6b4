import { expect, test } from "vitest";
import { createShortMemory } from "./short-memory.ts";

const options = { keptMs: 500, entriesMax: 2, keyOf: (of: string) => of };

function numbered() {
  const state = { asked: 0, away: false };
  const memory = createShortMemory(async (of: string) => {
    const number = ++state.asked;
    if (state.away) throw new Error("away");
    return of + number;
  }, options);
  return { state, memory };
}

test("many who ask at once share one look-up, until it is old or forgotten", async () => {
  const { memory } = numbered();
  const askedMs = performance.now();
  const all = ["a", "a", "b"].map((of) => memory.find(of));
  expect(await Promise.all(all)).toEqual(["a1", "a1", "b2"]);
  await expect.poll(() => memory.find("a"), { timeout: 5_000 }).toBe("a3");
  expect(performance.now() - askedMs).toBeGreaterThan(options.keptMs - 10);
  memory.forget();
  expect(await memory.find("a")).toBe("a4");
});

test("what failed is told to those who waited for it, and asked anew", async () => {
  const { state, memory } = numbered();
  state.away = true;
  const waiting = [memory.find("a"), memory.find("a")];
  for (const one of waiting) await expect(one).rejects.toThrow("away");
  state.away = false;
  expect(await memory.find("a")).toBe("a2");
});

test("a failure that comes after it was forgotten takes nothing newer with it", async () => {
  const { state, memory } = numbered();
  state.away = true;
  const failing = memory.find("a");
  memory.forget();
  state.away = false;
  expect(await memory.find("a")).toBe("a2");
  await expect(failing).rejects.toThrow("away");
  expect(await memory.find("a")).toBe("a2");
});

test("of many the least asked for go", async () => {
  const { memory } = numbered();
  for (const of of ["a", "b", "c"]) await memory.find(of);
  expect(await memory.find("c")).toBe("c3");
  expect(await memory.find("a")).toBe("a4");
});
