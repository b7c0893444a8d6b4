import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepPosition, type PositionKeeper } from "./feed-position.ts";

let saves: string[];
let failures: unknown[];
let isBroken: boolean;
let keeper: PositionKeeper;

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  failures = [];
  isBroken = false;
  keeper = keepPosition({
    store: {
      load: () => "",
      async save(id) {
        if (isBroken) throw new Error("disk full");
        saves.push(id);
      },
    },
    saveEveryMs: 1_000,
    saveFailed: (error) => failures.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first place is saved at once, of the next ones the last of each second", async () => {
  for (const id of ["a", "b", "c"]) keeper.reached(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(saves).toEqual(["a"]);
  await vi.advanceTimersByTimeAsync(999);
  keeper.reached("d");
  await vi.advanceTimersByTimeAsync(1);
  expect(saves).toEqual(["a", "d"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toEqual(["a", "d"]);
});

test("a flush saves what isn't yet", async () => {
  for (const id of ["a", "b"]) keeper.reached(id);
  await keeper.flush();
  expect(saves.at(-1)).toBe("b");
  await keeper.flush();
  expect(saves.filter((id) => id === "b")).toHaveLength(1);
});

test("a save that fails is told, and made up for later", async () => {
  isBroken = true;
  keeper.reached("a");
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toEqual([new Error("disk full")]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saves).toEqual(["a"]);
});

test("a store that never answers holds up a flush no longer than its time", async () => {
  keeper = keepPosition({
    store: { load: () => null, save: () => new Promise(() => {}) },
    saveEveryMs: 1_000,
    saveFailed: (error) => failures.push(error),
  });
  keeper.reached("a");
  const flushed = keeper.flush();
  await vi.advanceTimersByTimeAsync(10_000);
  await flushed;
  expect(failures).toHaveLength(1);
});

test("an empty store has no place", async () => {
  expect(await keeper.load()).toBeUndefined();
});
