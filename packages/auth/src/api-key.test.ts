import { describe, expect, test } from "vitest";
import { apiKeyHint, hashApiKey, makeApiKey, parseApiKey } from "./api-key.ts";

const key = makeApiKey();

describe("R-09: API keys", () => {
  test("are jw_, 30 random characters and a checksum, and never the same", () => {
    expect(key).toMatch(/^jw_[0-9A-Za-z]{36}$/);
    expect(new Set(Array.from({ length: 100 }, makeApiKey)).size).toBe(100);
    expect(parseApiKey(key)).toBe(key);
    expect(hashApiKey(key)).toHaveLength(32);
    expect(key.startsWith(apiKeyHint(key))).toBe(true);
    expect(apiKeyHint(key)).toHaveLength(8);
  });

  test("with any one character changed are refused without a look-up", () => {
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "a" ? "b" : "a";
      expect(parseApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBeNull();
    }
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["an array", [key]],
    ["an object", { toString: () => key }],
    ["empty", ""],
    ["cut", key.slice(0, -1)],
    ["longer", `${key}0`],
    ["with a space", ` ${key}`],
    ["with a line feed", `${key}\n`],
    ["of another prefix", key.replace("jw_", "JW_")],
    ["a mebibyte", "j".repeat(1_048_576)],
  ])("%s is not a key", (_, given) => {
    expect(parseApiKey(given)).toBeNull();
  });
});
