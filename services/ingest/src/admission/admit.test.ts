import { hash } from "node:crypto";
import type { StationAccess } from "@jetwire/protocol";
import { describe, expect, test } from "vitest";
import { acarsdecDownlink, dumphfdlSquitter } from "@jetwire/decoders/samples";
import { decodedFrom } from "@jetwire/decoders/samples";
import type { DecodedMessage } from "@jetwire/decoders";
import { type Admission, createAdmission } from "./admit.ts";
import type { ParsedObject } from "@jetwire/transport";
import { createKnownAccess } from "./station-access.ts";
import { stationIdent } from "./station-ident.ts";

const key = "jws_5ZkQ0aXrB8mTqV2n4cHd1e";
const ident = "XX-TEST-ACARS";

/** An admission with one station that may have a key. */
function admissionWithoutRefill(over: Partial<StationAccess> = {}): Admission {
  const access = createKnownAccess();
  access.replace([{ stationId: 1, ident, policy: "any", keyHashes: [], ...over }]);
  return createAdmission(
    {
      INGEST_ADDRESS_SECRET: "a secret of the tests",
      INGEST_KEEP: [],
      INGEST_ADDRESS_RATE_MAX: 0,
      INGEST_ADDRESS_BURST_MAX: 10,
      INGEST_STATION_RATE_MAX: 0,
      INGEST_STATION_BURST_MAX: 2,
    },
    access,
    blocks,
  );
}

const blocks = {
  isAddressBlocked: (address: string) => address === "10.6.6.6",
  isIdentBlocked: (name: string) => name === "BLOCKED",
};

const keyHashes = [hash("sha256", key, "base64")];
const object = { raw: JSON.stringify(acarsdecDownlink), value: acarsdecDownlink };

function from(station: string) {
  const value = { ...acarsdecDownlink, station_id: station };
  return { raw: JSON.stringify(value), value };
}

function admit(admission: Admission, offered: ParsedObject, address = "10.0.0.1", header?: string) {
  return admission.admit(
    offered,
    { address, stationKeys: header === undefined ? [] : [header] },
    0,
  );
}

describe("an offered object", () => {
  const bad = { raw: "x", reason: "not-json", detail: "" } as const;

  test("that is rejected or ignored counts against its address like a message", () => {
    const admission = admissionWithoutRefill();
    for (let count = 0; count < 5; count++) {
      expect(admit(admission, bad).result).toMatchObject({ status: "rejected" });
      expect(admit(admission, { raw: "", value: { what: 1 } }).result).toMatchObject({
        status: "rejected",
      });
    }
    const limited = { status: "limited", reason: "address-rate" };
    for (const offered of [bad, { raw: "", value: {} }, object]) {
      expect(admit(admission, offered).result).toEqual(limited);
    }
    expect(admit(admission, object, "10.0.0.2").result).toMatchObject({ status: "admitted" });
  });

  test("counts against the /64 network of an IPv6 address", () => {
    const admission = admissionWithoutRefill();
    for (let n = 0; n < 10; n++) admit(admission, bad, `2001:db8:0:1::${n}`);
    const next = admit(admission, object, "2001:db8:0:1:ffff::1").result;
    expect(next).toEqual({ status: "limited", reason: "address-rate" });
    expect(admit(admission, object, "2001:db8:0:2::1").result).toMatchObject({
      status: "admitted",
    });
  });

  test("of a blocked address or station is limited by that reason", () => {
    const admission = admissionWithoutRefill();
    const limited = { status: "limited", reason: "blocked" };
    expect(admit(admission, bad, "10.6.6.6").result).toEqual(limited);
    expect(admit(admission, object, "10.6.6.6").result).toEqual(limited);
    expect(admit(admission, from(`BLOCKED~${key}`)).result).toEqual(limited);
  });

  test("that is rejected is counted for the station that it names", () => {
    const admission = admissionWithoutRefill();
    const named = { station_id: `${ident}~${key}`, what: 1 };
    expect(admit(admission, { raw: "", value: named })).toMatchObject({
      ident,
      result: { status: "rejected", reason: "unknown-format" },
    });
  });

  test("of a station over its rate is limited, for that address alone (A-31)", () => {
    const admission = admissionWithoutRefill();
    const results = [1, 2, 3].map(() => admit(admission, object, "10.0.0.9").result);
    expect(results[2]).toEqual({ status: "limited", reason: "station-rate" });
    expect(admit(admission, object).result).toMatchObject({ status: "admitted", ident });
  });

  test("of an address over its rate is limited, whatever its ident", () => {
    const admission = admissionWithoutRefill();
    for (let n = 0; n < 10; n++) admit(admission, from(`S${n}`));
    expect(admit(admission, from("S11")).result).toEqual({
      status: "limited",
      reason: "address-rate",
    });
  });
});

describe("a station key", () => {
  test.each([
    ["in the ident", `${ident}~${key}`, undefined, true],
    ["in the header", ident, key, true],
    ["in the ident, which is preferred to the header", `${ident}~${key}`, "jws_other", true],
    ["missing", ident, undefined, false],
    ["of nobody", `${ident}~${key.slice(0, -1)}0`, undefined, false],
    ["cut", `${ident}~${key.slice(0, 9)}`, undefined, false],
  ])("%s decides whether the message is authenticated", (_, station, header, authenticated) => {
    const admission = admissionWithoutRefill({ keyHashes });
    const { result, raw } = admit(admission, from(station), "10.0.0.1", header);
    expect(result).toMatchObject({ status: "admitted", ident, authenticated });
    expect(result).toMatchObject({ decoded: { stationIdent: ident } });
    expect(JSON.parse(raw)).toMatchObject({ station_id: ident });
  });

  test("of another station proves nothing, and a station without a key has no proof", () => {
    const admission = admissionWithoutRefill({ keyHashes });
    expect(admit(admission, from(`OTHER~${key}`)).result).toMatchObject({
      status: "admitted",
      ident: "OTHER",
      authenticated: null,
    });
  });

  test("that the station requires makes messages without it refused", () => {
    const admission = admissionWithoutRefill({ keyHashes, policy: "required" });
    expect(admit(admission, from(ident)).result).toEqual({ status: "limited", reason: "unproven" });
    expect(admit(admission, from(`${ident}~${key}`)).result).toMatchObject({ authenticated: true });
  });

  test("is removed from what is logged of a rejected object, and from JSON escapes", () => {
    const admission = admissionWithoutRefill({ keyHashes });
    const cut = { raw: `{"station_id":"${ident}~${key}","te`, reason: "truncated", detail: "" };
    expect(admit(admission, cut as ParsedObject).raw).toBe(`{"station_id":"${ident}","te`);
    const sent = from(`${ident}~${key}`);
    const escaped = { ...sent, raw: sent.raw.replace("jws_", "\\u006aws_") };
    const { raw, result } = admit(admission, escaped);
    expect(result).toMatchObject({ authenticated: true });
    expect(JSON.parse(raw)).toEqual(from(ident).value);
  });

  test("gives its station a rate that a flood from the same address cannot use up (A-31)", () => {
    const admission = admissionWithoutRefill({ keyHashes });
    for (let n = 0; n < 100; n++) admit(admission, from(ident));
    expect(admit(admission, from(ident)).result).toMatchObject({ status: "limited" });
    expect(admit(admission, from(`${ident}~${key}`)).result).toMatchObject({ authenticated: true });
  });

  test("cannot be checked before the stations' keys are known", () => {
    const admission = createAdmission(
      {
        INGEST_ADDRESS_SECRET: "a secret of the tests",
        INGEST_KEEP: [],
        INGEST_ADDRESS_RATE_MAX: 1,
        INGEST_ADDRESS_BURST_MAX: 1,
        INGEST_STATION_RATE_MAX: 1,
        INGEST_STATION_BURST_MAX: 1,
      },
      createKnownAccess(),
      blocks,
    );
    expect(admit(admission, object).result).toEqual({
      status: "limited",
      reason: "stations-unavailable",
    });
  });
});

test("what was refused uses up the budget of its address, and of no other, and not of a valid key", () => {
  const admission = admissionWithoutRefill({ keyHashes });
  const hasBudget = (address: string, ...stationKeys: string[]) =>
    admission.hasBudget({ address, stationKeys }, 0);
  admission.charge("2001:db8::1", 1_000_000, 0);
  expect(hasBudget("2001:db8::2")).toBe(false);
  expect(hasBudget("2001:db8::2", `${key.slice(0, -1)}0`)).toBe(false);
  expect(hasBudget("2001:db8::2", key)).toBe(true);
  expect(hasBudget("2001:db8:0:1::1")).toBe(true);
  expect(admit(admission, object, "2001:db8::3").result).toMatchObject({ reason: "address-rate" });
});

function messageFrom(typed: string | null): DecodedMessage {
  return { ...decodedFrom(acarsdecDownlink), stationIdent: typed };
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
      const cleaned = stationIdent(messageFrom(typed), "a", "secret");
      expect(Array.from(cleaned).length).toBe(64);
      expect(cleaned.isWellFormed()).toBe(true);
      expect(cleaned).not.toContain("example");
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

function squitterOf(station: string): ParsedObject {
  const value = { hfdl: { ...dumphfdlSquitter.hfdl, station } };
  return { raw: JSON.stringify(value), value };
}

describe("what a station received", () => {
  const squitter = { raw: JSON.stringify(dumphfdlSquitter), value: dumphfdlSquitter };

  test("is known of messages and of what is no message, under the station's ident", () => {
    const admission = admissionWithoutRefill();
    expect(admit(admission, object).received).toMatchObject({ ident, message: { kind: "acars" } });
    const { result, received } = admit(admission, squitter);
    expect(result.status).toBe("ignored");
    expect(received).toMatchObject({ ident: "XX-TEST-HFDL", message: { groundStation: "1" } });
  });

  test("is not used of a blocked station or address, nor beyond the limit of the address", () => {
    const admission = admissionWithoutRefill();
    expect(admit(admission, squitterOf("BLOCKED")).received).toBe(null);
    expect(admit(admission, squitter, "10.6.6.6").received).toBe(null);
    for (let count = 0; count < 9; count++) admit(admission, squitter);
    expect(admit(admission, squitter)).toMatchObject({
      result: { status: "limited" },
      received: null,
    });
  });

  test.each(["any", "required"] as const)(
    "is used of a station with a key only if it is proven (policy %s)",
    (policy) => {
      const admission = admissionWithoutRefill({ keyHashes, policy });
      expect(admit(admission, object).received).toBe(null);
      expect(admit(admission, squitterOf(ident)).received).toBe(null);
      expect(admit(admission, squitterOf(`${ident}~${key}`)).received).toMatchObject({ ident });
      expect(admit(admission, object, "10.0.0.1", key).received).toMatchObject({ ident });
    },
  );
});
