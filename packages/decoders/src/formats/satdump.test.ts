import { describe, expect, it } from "vitest";
import { satdumpAcars } from "../samples/long-range-objects.ts";
import { decodedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

describe("SatDump", () => {
  it("reads an uplink, whose characters are numbers", () => {
    expect(decodedFrom(satdumpAcars)).toMatchObject({
      source: "satdump",
      sourceType: "aero-acars",
      stationIdent: "XX-TEST-SAT",
      stationTimeMs: 1735689612000,
      linkDirection: "uplink",
      fromHex: "05",
      toHex: "0ABCDE",
      icao: "0ABCDE",
      frequency: null,
      level: null,
      error: 0,
      mode: "2",
      label: "AA",
      blockId: "F",
      ack: null,
      tail: "XXSTU",
      flightNumber: null,
      text: "- #MDTEST\u007f",
    });
  });

  it.each([
    ["an acknowledged block", { tak: 53 }, { ack: "5" }],
    ["a raw DEL in the label", { label: "_\u007f" }, { label: "_d" }],
    ["a written DEL in the label", { label: "_<DEL>" }, { label: "_d" }],
    ["no station", { source: undefined }, { stationIdent: null, source: "satdump" }],
    [
      "a reformatter's text fields",
      { freq: "1545.12345", level: "-8.5", flight: "ZZ0123" },
      { frequency: 1545.123, level: -8.5, flightNumber: "ZZ0123" },
    ],
    [
      "a downlink",
      { bi: 50, message: "M01AZZ0001HELLO" },
      { linkDirection: "downlink", fromHex: "0ABCDE", messageNumber: "M01A", text: "HELLO" },
    ],
  ])("takes %s", (_name, change, expected) => {
    expect(decodedFrom({ ...satdumpAcars, ...change })).toMatchObject(expected);
  });

  it("doesn't store log-ons and channel assignments", () => {
    expect(statusOfParsed({ ...satdumpAcars, msg_name: "Log on" })).toBe("ignored: status-object");
  });
});
