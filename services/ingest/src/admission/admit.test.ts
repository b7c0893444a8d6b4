import { describe, expect, test } from "vitest";
import { acarsdecDownlink } from "../../test/decoder-objects.ts";
import { decodedFrom } from "../../test/parsed-objects.ts";
import { admit, type AdmitOptions } from "./admit.ts";
import { readObject } from "../formats/index.ts";
import type { DecodedMessage } from "../formats/decoded-message.ts";
import { createTokenBuckets } from "./token-buckets.ts";
import { stationIdent } from "./station-ident.ts";

function doors(over: Partial<AdmitOptions> = {}): AdmitOptions {
  return {
    readObject,
    identOf: (message, address) => stationIdent(message, address, "a secret of the tests"),
    addressRates: createTokenBuckets({ perSecond: 0, burst: 10, keysMax: 100 }),
    stationRates: createTokenBuckets({ perSecond: 0, burst: 2, keysMax: 100 }),
    ...over,
  };
}

const object = { raw: "", value: acarsdecDownlink };

describe("an object at the door", () => {
  test("that couldn't be parsed or isn't of a format is rejected, and takes from no share", () => {
    const options = doors();
    for (let turn = 0; turn < 20; turn++) {
      const bad = { raw: "x", reason: "not-json", detail: "" } as const;
      expect(admit(bad, "a", 0, options)).toMatchObject({
        status: "rejected",
        reason: "not-json",
      });
      expect(admit({ raw: "", value: {} }, "a", 0, options)).toMatchObject({ status: "rejected" });
    }
    expect(admit(object, "a", 0, options)).toMatchObject({ status: "admitted" });
  });

  test("of a station over its rate is limited, for that address alone (A-31)", () => {
    const options = doors();
    const outcomes = [1, 2, 3].map(() => admit(object, "flood", 0, options));
    expect(outcomes[2]).toEqual({ status: "limited", reason: "station-rate" });
    expect(admit(object, "genuine", 0, options)).toMatchObject({
      status: "admitted",
      ident: "XX-TEST-ACARS",
    });
  });

  test("of an address over its rate is limited, whatever its ident", () => {
    const options = doors();
    for (let n = 0; n < 10; n++) {
      admit({ raw: "", value: { ...acarsdecDownlink, station_id: `S${n}` } }, "a", 0, options);
    }
    const next = { raw: "", value: { ...acarsdecDownlink, station_id: "S11" } };
    expect(admit(next, "a", 0, options)).toEqual({ status: "limited", reason: "address-rate" });
  });
});

function decoded(ident: string | null): DecodedMessage {
  return { ...decodedFrom(acarsdecDownlink), stationIdent: ident };
}

describe("a station's ident", () => {
  test("never shows an e-mail's domain, control characters or more than 64 characters", () => {
    expect(stationIdent(decoded("jane@example.org"), "a", "secret")).toMatch(/^jane-[0-9a-f]{6}$/);
    expect(stationIdent(decoded("a\u0000b\u202ec\r\n d"), "a", "secret")).toBe("a b c d");
    for (const typed of [
      "\u{1f6eb}".repeat(70),
      `x${"\u{1f6eb}".repeat(70)}`,
      `${"\u{1f6eb}".repeat(70)}@example.org`,
      `${"j".repeat(63)}@example.org`,
    ]) {
      const ident = stationIdent(decoded(typed), "a", "secret");
      expect(Array.from(ident).length).toBe(64);
      expect(ident.isWellFormed()).toBe(true);
      expect(ident).not.toContain("example");
    }
  });

  test("that is missing is made of the address, which can't be read from it", () => {
    const [a, again, b] = ["10.0.0.1", "10.0.0.1", "10.0.0.2"].map((address) =>
      stationIdent(decoded(null), address, "a secret"),
    );
    expect(a).toMatch(/^unnamed-[0-9a-f]{12}$/);
    expect(again).toBe(a);
    expect(b).not.toBe(a);
    expect(stationIdent(decoded(" \u0000 "), "10.0.0.1", "a secret")).toBe(a);
    expect(stationIdent(decoded(null), "10.0.0.1", "another")).not.toBe(a);
  });
});
