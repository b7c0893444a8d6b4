import type { StationOwner } from "@jetwire/protocol";
import { createLogger, createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createOwners } from "./owners.ts";

const one: StationOwner = {
  stationId: 1,
  ident: "ONE",
  accountId: "a",
  sourceType: null,
  hidden: false,
};

/** Postgres and the copy, both of which may be away or empty. */
function sources(copy: StationOwner[] = []) {
  const state = { away: false, rows: [one], asked: 0, copy, nowMs: 0 };
  const owners = createOwners(
    {
      updatedSince: async () => {
        state.asked++;
        if (state.away) throw new Error("away");
        return state.rows.map((row) => ({ ...row, updatedAt: new Date(state.asked) }));
      },
      loadCopy: async () => state.copy,
      saveCopy: async (changed) => void state.copy.push(...changed),
    },
    () => state.nowMs,
    createLogger("test", "silent"),
    createMetrics({}),
  );
  return { state, owners };
}

test("an unknown station is looked up before it is routed; a known one costs nothing", async () => {
  const { state, owners } = sources();
  await owners.learn([1]);
  await owners.learn([1]);
  expect(state.asked).toBe(1);
  state.rows.push({ ...one, stationId: 2, ident: "TWO" });
  await owners.learn([1, 2]);
  expect(owners.of(2)?.ident).toBe("TWO");
  expect(state.copy.map((owner) => owner.stationId)).toEqual([1, 2]);
});

test("with Postgres away it starts from the copy and goes on with what it knows", async () => {
  const { state, owners } = sources([one]);
  state.away = true;
  await owners.learn([1, 2]);
  expect(owners.of(1)).toEqual(one);
  expect(owners.of(2)).toBeUndefined();
  await owners.learn([2]);
  expect(state.asked).toBe(1);
  state.away = false;
  state.nowMs = 1_000;
  state.rows = [{ ...one, accountId: "b" }];
  await owners.learn([2]);
  expect(owners.of(1)?.accountId).toBe("b");
});

test("with nothing to go by a batch has to come again", async () => {
  const { state, owners } = sources();
  state.away = true;
  await expect(owners.learn([1])).rejects.toThrow("away");
  expect(owners.loaded()).toBe(false);
  state.away = false;
  await owners.learn([1]);
  expect(owners.loaded()).toBe(true);
});
