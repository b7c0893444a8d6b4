import type { KeyEnd } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createKeyWatch } from "./key-watch.ts";

function setUp() {
  const state = {
    ended: [] as { keyId: string; end: KeyEnd }[],
    asked: [] as string[][],
    away: false,
    forgot: 0,
  };
  const watch = createKeyWatch(
    {
      async endedKeys(keyIds) {
        state.asked.push([...keyIds]);
        if (state.away) throw new Error("away");
        return state.ended.filter(({ keyId }) => keyIds.includes(keyId));
      },
      forget: () => state.forgot++,
    },
    createLogger("test", "silent"),
  );
  return { state, watch };
}

test("A-23: a notice has the keys that are open here asked about; every socket of an ended one hears", async () => {
  const { state, watch } = setUp();
  const heard: string[] = [];
  watch.watch("k1", (end) => heard.push(`a ${end}`));
  watch.watch("k1", (end) => heard.push(`b ${end}`));
  const leave = watch.watch("k1", () => heard.push("left"));
  watch.watch("k2", () => heard.push("k2"));
  leave();
  watch.noticed({ kind: "key-revoked", keyId: "elsewhere" });
  expect(state.asked).toEqual([]);
  state.ended = [{ keyId: "k1", end: "revoked" }];
  watch.noticed({ kind: "key-revoked", keyId: "k1" });
  await expect.poll(() => heard).toEqual(["a revoked", "b revoked"]);
  expect(state.asked).toEqual([["k1", "k2"]]);
  expect(state.forgot).toBe(3);
});

test("F-64: with Postgres away sockets stay; asked about again when it is back", async () => {
  const { state, watch } = setUp();
  const heard: string[] = [];
  watch.watch("k1", (end) => heard.push(end));
  state.ended = [{ keyId: "k1", end: "expired" }];
  state.away = true;
  watch.noticed({ kind: "account-ended", accountId: "a" });
  await expect.poll(() => state.asked.length).toBe(1);
  expect(heard).toEqual([]);
  state.away = false;
  const stop = new AbortController();
  const running = watch.run(stop.signal);
  await expect.poll(() => heard).toEqual(["expired"]);
  stop.abort();
  await running;
});
