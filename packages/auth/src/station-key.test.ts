import { hash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashStationKey, makeStationKey, stationKeyHint } from "./station-key.ts";

const key = makeStationKey();

describe("a station key", () => {
  test("is jws_, 16 random characters and a checksum, and never the same", () => {
    expect(key).toMatch(/^jws_[0-9A-Za-z]{22}$/);
    expect(new Set(Array.from({ length: 100 }, makeStationKey)).size).toBe(100);
    expect(hashStationKey(key).toString("hex")).toBe(hash("sha256", key));
    expect(key.startsWith(stationKeyHint(key))).toBe(true);
    expect(stationKeyHint(key)).toHaveLength(9);
  });
});
