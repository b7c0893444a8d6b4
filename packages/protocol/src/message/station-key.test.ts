import { describe, expect, test } from "vitest";
import { splitStationKey, stationKeyPattern, withoutStationKeys } from "./station-key.ts";

const key = "jws_5ZkQ0aXrB8mTqV2n4cHd1e";

describe("a station key", () => {
  test("has a shape", () => {
    expect(key).toMatch(stationKeyPattern);
  });

  test.each([
    ["an ident with a key", `AB-KSFO1~${key}`, "AB-KSFO1", key],
    ["an ident alone", "AB-KSFO1", "AB-KSFO1", null],
    ["an ident with a tilde of its own", "A~B", "A~B", null],
    ["an ident with a tilde and a key", `A~B~${key}`, "A~B", key],
    ["a key that was cut", `AB~${key.slice(0, 9)}`, "AB", key.slice(0, 9)],
    ["a key alone", `~${key}`, "", key],
    ["a long text", "~".repeat(100_000), "~".repeat(100_000), null],
  ])("is split from %s", (_, sent, ident, found) => {
    expect(splitStationKey(sent)).toEqual({ ident, key: found });
  });

  test.each([
    ["whole", `"AB~${key}"`],
    ["cut", `"AB~${key.slice(0, 11)}"`],
    ["extended", `"AB~${key}x"`],
    ["in upper case", `"AB~${key.toUpperCase()}"`],
    ["without its ident", `"AB${key}"`],
  ])("is removed from a text: %s", (_, text) => {
    expect(withoutStationKeys(text)).toBe('"AB"');
  });
});
