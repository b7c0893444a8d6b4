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

/** Postgres and the copy, both of which may be unavailable or empty. */
function sources(copy: StationOwner[] = []) {
  const state = { unavailable: false, rows: [one], queries: 0, copy, nowMs: 0 };
  const rows = () => {
    state.queries++;
    if (state.unavailable) throw new Error("unavailable");
    return state.rows.map((row) => ({ ...row, updatedAt: new Date(state.queries) }));
  };
  const owners = createOwners({
    database: { withQueryDeadline: async <T>() => rows() as T },
    copy: {
      all: async () => state.copy,
      save: async (changed) => void state.copy.push(...changed),
    },
    now: () => state.nowMs,
    log: createLogger("test", "silent"),
    metrics: createMetrics({}),
  });
  return { state, owners };
}

test("an unknown station is looked up before it is routed; a known one costs no query", async () => {
  const { state, owners } = sources();
  await owners.learn([1]);
  await owners.learn([1]);
  expect(state.queries).toBe(1);
  state.rows.push({ ...one, stationId: 2, ident: "TWO" });
  await owners.learn([1, 2]);
  expect(owners.of(2)?.ident).toBe("TWO");
  expect(state.copy.map((owner) => owner.stationId)).toEqual([1, 2]);
});

test("while Postgres is unavailable it starts from the copy and goes on with known owners", async () => {
  const { state, owners } = sources([one]);
  state.unavailable = true;
  await owners.learn([1, 2]);
  expect(owners.of(1)).toEqual(one);
  expect(owners.of(2)).toBeUndefined();
  await owners.learn([2]);
  expect(state.queries).toBe(1);
  state.unavailable = false;
  state.nowMs = 1_000;
  state.rows = [{ ...one, accountId: "b" }];
  await owners.learn([2]);
  expect(owners.of(1)?.accountId).toBe("b");
});

test("a batch is repeated while neither Postgres nor the copy has owners", async () => {
  const { state, owners } = sources();
  state.unavailable = true;
  await expect(owners.learn([1])).rejects.toThrow("unavailable");
  expect(owners.isLoaded()).toBe(false);
  state.unavailable = false;
  await owners.learn([1]);
  expect(owners.isLoaded()).toBe(true);
});
