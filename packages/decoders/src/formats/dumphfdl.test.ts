import { describe, expect, it } from "vitest";
import {
  dumphfdlAcars,
  dumphfdlLogon,
  dumphfdlPerformance,
} from "../samples/long-range-objects.ts";
import { decodedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

function withLpdu(lpdu: object): object {
  const { hfdl } = dumphfdlPerformance;
  return { hfdl: { ...hfdl, lpdu: { ...hfdl.lpdu, ...lpdu } } };
}

function withReport(report: object): object {
  return withLpdu({ hfnpdu: { ...dumphfdlPerformance.hfdl.lpdu.hfnpdu, ...report } });
}

const unknownPosition = { lat: 180, lon: 180 };

describe("dumphfdl", () => {
  it("reads performance data", () => {
    expect(decodedFrom(dumphfdlPerformance)).toMatchObject({
      source: "dumphfdl",
      sourceType: "hfdl",
      kind: "performance",
      stationIdent: "XX-TEST-HFDL",
      stationTimeMs: 1735689607300,
      linkDirection: "downlink",
      fromHex: "ABCDE1",
      toHex: null,
      icao: "ABCDE1",
      frequency: 11.387,
      level: -18.5,
      error: 0,
      label: null,
      text: null,
      flightNumber: "ZZZ819",
      latitude: 33.9,
      longitude: -118.7,
      altitude: null,
    });
  });

  it("reads the frequency data of a logon, which names the aircraft itself", () => {
    expect(decodedFrom(dumphfdlLogon)).toMatchObject({
      kind: "frequency",
      stationIdent: null,
      icao: "ABCDE2",
      flightNumber: "ZZ0815",
      latitude: 21.8,
    });
  });

  it("reads an uplink's ACARS block", () => {
    expect(decodedFrom(dumphfdlAcars)).toMatchObject({
      kind: "acars",
      stationTimeMs: 1735689610000,
      linkDirection: "uplink",
      fromHex: null,
      toHex: "ABCDE3",
      icao: "ABCDE3",
      label: "_d",
      ack: "5",
      tail: "XX-JKL",
      text: "",
      messageNumber: null,
    });
  });

  it.each([
    ["an unknown position", { pos: unknownPosition }, { latitude: null, flightNumber: "ZZZ819" }],
    ["an empty flight", { flight_id: "" }, { latitude: 33.9, flightNumber: null }],
    ["a flight padded with blanks", { flight_id: "ZZZ9  " }, { flightNumber: "ZZZ9" }],
    ["a flight that isn't set", { flight_id: "ZZ0000" }, { latitude: 33.9, flightNumber: null }],
  ])("takes %s", (_name, change, expected) => {
    expect(decodedFrom(withReport(change))).toMatchObject(expected);
  });

  it("has no address while dumphfdl does not know it", () => {
    expect(decodedFrom(withLpdu({ src: { type: "Aircraft", id: 166 } }))).toMatchObject({
      linkDirection: "downlink",
      icao: null,
      fromHex: null,
    });
  });

  it.each([
    ["ground squitters", { hfdl: { spdu: { src: {} } } }, "ignored: ground-squitter"],
    ["containers", { hfdl: { mpdu: {} } }, "ignored: duplicate-container"],
    [
      "confirmations",
      withLpdu({ type: { name: "Logon confirm" }, hfnpdu: undefined }),
      "ignored: link-frame",
    ],
    [
      "system tables",
      withReport({ type: { name: "System table (partial)" } }),
      "ignored: link-frame",
    ],
    [
      "reports that say nothing",
      withReport({ pos: unknownPosition, flight_id: "ZZ0000" }),
      "ignored: link-frame",
    ],
    ["broken frames", withLpdu({ err: true }), "rejected: decoder-error"],
    ["broken reports", withReport({ err: true }), "rejected: decoder-error"],
    ["broken blocks", withReport({ acars: { err: true } }), "rejected: decoder-error"],
  ])("tells %s apart", (_name, object, expected) => {
    expect(statusOfParsed(object)).toBe(expected);
  });
});
