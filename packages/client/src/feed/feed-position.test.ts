import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPositionSaver, type PositionSaver, type PositionStore } from "./feed-position.ts";

let saves: string[];
let failures: unknown[];
let isBroken: boolean;
let saver: PositionSaver;

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  failures = [];
  isBroken = false;
  const store: PositionStore = {
    load: () => "",
    async save(id) {
      if (isBroken) throw new Error("disk full");
      saves.push(id);
    },
  };
  saver = createPositionSaver(store, 1_000, (error) => failures.push(error));
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first position is saved at once, then the latest one each second", async () => {
  for (const id of ["a", "b", "c"]) saver.advance(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(saves).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(999);
  saver.advance("d");
  await vi.advanceTimersByTimeAsync(1);
  expect(saves).toEqual(["a", "d"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toEqual(["a", "d"]);
});

test("a flush saves the latest position, once", async () => {
  for (const id of ["a", "b"]) saver.advance(id);
  await saver.flush();
  expect(saves.at(-1)).toBe("b");
  await saver.flush();
  expect(saves.filter((id) => id === "b")).toHaveLength(1);
});

test("a failed save is reported and repeated later", async () => {
  isBroken = true;
  saver.advance("a");
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([new Error("disk full")]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves).toEqual(["a"]);
});

test("a flush gives up on a store that never answers", async () => {
  const store: PositionStore = { load: () => null, save: () => new Promise(() => {}) };
  saver = createPositionSaver(store, 1_000, (error) => failures.push(error));
  saver.advance("a");
  const flushed = saver.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  await flushed;
  expect(failures).toHaveLength(1);
});

test("an empty store has no position", async () => {
  expect(await saver.load()).toBeUndefined();
});
