import { expect, test } from "vitest";
import { createBoundedMap } from "./bounded-map.ts";

test("the least recently used entry makes room, and old entries are dropped", () => {
  let nowMs = 1_000;
  const map = createBoundedMap<string, number>({ entriesMax: 2, ttlMs: 10, now: () => nowMs });
  map.set("a", 1);
  map.set("b", 2);
  map.get("a");
  map.set("c", 3);
  expect([map.has("a"), map.has("b"), map.has("c")]).toEqual([true, false, true]);
  nowMs += 11;
  expect(map.get("a")).toBe(undefined);
});

test("the least recently used entry makes room for bytes, and too large a value is not kept", () => {
  const bytes = { max: 10, of: (text: string) => text.length };
  const map = createBoundedMap<string, string>({ entriesMax: 9, bytes });
  map.set("a", "12345");
  map.set("b", "12345");
  map.get("a");
  map.set("c", "1");
  map.set("d", "12345678901");
  expect(["a", "b", "c", "d"].filter((key) => map.has(key))).toEqual(["a", "c"]);
});
