import { describe, expect, test } from "vitest";
import { acarsdecDownlink } from "../../test/decoder-objects.ts";
import { decodedFrom } from "../../test/parsed-objects.ts";
import type { DecodedMessage } from "../formats/decoded-message.ts";
import { type Admission, createAdmission } from "./admit.ts";
import { stationIdent } from "./station-ident.ts";

function admissionWithoutRefill(): Admission {
  return createAdmission({
    INGEST_ADDRESS_SECRET: "a secret of the tests",
    INGEST_ADDRESS_RATE_MAX: 0,
    INGEST_ADDRESS_BURST_MAX: 10,
    INGEST_STATION_RATE_MAX: 0,
    INGEST_STATION_BURST_MAX: 2,
  });
}

const object = { raw: "", value: acarsdecDownlink };

describe("an offered object", () => {
  test("that cannot be parsed or has no known format is rejected, and takes no token", () => {
    const admission = admissionWithoutRefill();
    for (let count = 0; count < 20; count++) {
      const bad = { raw: "x", reason: "not-json", detail: "" } as const;
      expect(admission.admit(bad, "a", 0)).toMatchObject({
        status: "rejected",
        reason: "not-json",
      });
      expect(admission.admit({ raw: "", value: {} }, "a", 0)).toMatchObject({ status: "rejected" });
    }
    expect(admission.admit(object, "a", 0)).toMatchObject({ status: "admitted" });
  });

  test("of a station over its rate is limited, for that address alone (A-31)", () => {
    const admission = admissionWithoutRefill();
    const results = [1, 2, 3].map(() => admission.admit(object, "flood", 0));
    expect(results[2]).toEqual({ status: "limited", reason: "station-rate" });
    expect(admission.admit(object, "genuine", 0)).toMatchObject({
      status: "admitted",
      ident: "XX-TEST-ACARS",
    });
  });

  test("of an address over its rate is limited, whatever its ident", () => {
    const admission = admissionWithoutRefill();
    for (let n = 0; n < 10; n++) {
      admission.admit({ raw: "", value: { ...acarsdecDownlink, station_id: `S${n}` } }, "a", 0);
    }
    const next = { raw: "", value: { ...acarsdecDownlink, station_id: "S11" } };
    expect(admission.admit(next, "a", 0)).toEqual({ status: "limited", reason: "address-rate" });
  });
});

test("what was refused uses up the budget of its address, and of no other", () => {
  const admission = admissionWithoutRefill();
  admission.charge("2001:db8::1", 1_000_000, 0);
  expect(admission.hasBudget("2001:db8::2", 0)).toBe(false);
  expect(admission.hasBudget("2001:db8:0:1::1", 0)).toBe(true);
  expect(admission.admit(object, "2001:db8::3", 0)).toMatchObject({ reason: "address-rate" });
});

function messageFrom(ident: string | null): DecodedMessage {
  return { ...decodedFrom(acarsdecDownlink), stationIdent: ident };
}

describe("a station's ident", () => {
  test("never shows an e-mail's domain, control characters or more than 64 characters", () => {
    expect(stationIdent(messageFrom("jane@example.org"), "a", "secret")).toMatch(
      /^jane-[0-9a-f]{6}$/,
    );
    expect(stationIdent(messageFrom("a\u0000b\u202ec\r\n d"), "a", "secret")).toBe("a b c d");
    for (const typed of [
      "\u{1f6eb}".repeat(70),
      `x${"\u{1f6eb}".repeat(70)}`,
      `${"\u{1f6eb}".repeat(70)}@example.org`,
      `${"j".repeat(63)}@example.org`,
    ]) {
      const ident = stationIdent(messageFrom(typed), "a", "secret");
      expect(Array.from(ident).length).toBe(64);
      expect(ident.isWellFormed()).toBe(true);
      expect(ident).not.toContain("example");
    }
  });

  test("that is missing is a digest of the address, which does not reveal it", () => {
    const [a, again, b] = ["10.0.0.1", "10.0.0.1", "10.0.0.2"].map((address) =>
      stationIdent(messageFrom(null), address, "a secret"),
    );
    expect(a).toMatch(/^unnamed-[0-9a-f]{12}$/);
    expect(again).toBe(a);
    expect(b).not.toBe(a);
    expect(stationIdent(messageFrom(" \u0000 "), "10.0.0.1", "a secret")).toBe(a);
    expect(stationIdent(messageFrom(null), "10.0.0.1", "another")).not.toBe(a);
  });
});
