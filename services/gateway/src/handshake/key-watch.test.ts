import type { KeyEnd } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createKeyWatch } from "./key-watch.ts";

function setUp() {
  const state = {
    ended: [] as { keyId: string; end: KeyEnd }[],
    asked: [] as string[][],
    isUnavailable: false,
    forgot: 0,
  };
  async function findEnded(keyIds: readonly string[]) {
    state.asked.push([...keyIds]);
    if (state.isUnavailable) throw new Error("unavailable");
    return state.ended.filter(({ keyId }) => keyIds.includes(keyId));
  }
  const checker = { forget: () => state.forgot++ };
  const watch = createKeyWatch(findEnded, checker, createLogger("test", "silent"));
  return { state, watch };
}

test("A-23: a notice starts a check of the keys in use here; every socket of an ended key is notified", async () => {
  const { state, watch } = setUp();
  const ends: string[] = [];
  watch.watch("k1", (end) => ends.push(`a ${end}`));
  watch.watch("k1", (end) => ends.push(`b ${end}`));
  const leave = watch.watch("k1", () => ends.push("left"));
  watch.watch("k2", () => ends.push("k2"));
  leave();
  watch.noticed({ kind: "key-revoked", keyId: "elsewhere" });
  expect(state.asked).toEqual([]);
  state.ended = [{ keyId: "k1", end: "revoked" }];
  watch.noticed({ kind: "key-revoked", keyId: "k1" });
  await expect.poll(() => ends).toEqual(["a revoked", "b revoked"]);
  expect(state.asked).toEqual([["k1", "k2"]]);
  expect(state.forgot).toBe(3);
});

test("F-64: while Postgres is unavailable sockets stay open; keys are checked again when it is back", async () => {
  const { state, watch } = setUp();
  const ends: string[] = [];
  watch.watch("k1", (end) => ends.push(end));
  state.ended = [{ keyId: "k1", end: "expired" }];
  state.isUnavailable = true;
  watch.noticed({ kind: "account-changed", accountId: "a" });
  await expect.poll(() => state.asked.length).toBe(1);
  expect(ends).toEqual([]);
  state.isUnavailable = false;
  const stop = new AbortController();
  const running = watch.run(stop.signal);
  await expect.poll(() => ends).toEqual(["expired"]);
  stop.abort();
  await running;
});
