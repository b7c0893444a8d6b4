import { expect, test } from "vitest";
import { createLastKnown } from "./last-known.ts";

function numbered(keptMs: number) {
  const state = { nowMs: 1_000, asked: 0, away: false };
  const read = createLastKnown(
    async () => {
      state.asked++;
      if (state.away) throw new Error("away");
      return state.asked;
    },
    keptMs,
    () => state.nowMs,
  );
  return { state, read };
}

test("an answer is asked for anew once it is old, or the clock was set back", async () => {
  const { state, read } = numbered(10);
  expect(await read()).toBe(1);
  state.nowMs += 9;
  expect(await read()).toBe(1);
  state.nowMs += 1;
  expect(await read()).toBe(2);
  state.nowMs -= 1;
  expect(await read()).toBe(3);
});

test("many who want it while it is old are one question", async () => {
  const { state, read } = numbered(10);
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  state.nowMs += 10;
  expect(await Promise.all([read(), read()])).toEqual([2, 2]);
  expect(state.asked).toBe(2);
});

test("while nobody answers the last answer is returned, and every call asks again", async () => {
  const { state, read } = numbered(10);
  state.away = true;
  await expect(read()).rejects.toThrow("away");
  state.away = false;
  expect(await read()).toBe(2);
  state.away = true;
  state.nowMs += 10;
  expect(await read()).toBe(2);
  expect(await read()).toBe(2);
  expect(state.asked).toBe(4);
  state.away = false;
  expect(await read()).toBe(5);
});
