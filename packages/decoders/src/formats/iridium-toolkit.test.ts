import { describe, expect, it } from "vitest";
import {
  iridium2022,
  iridiumCurrent,
  iridiumLibacars,
  iridiumSniffer,
} from "../samples/long-range-objects.ts";
import { decodedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

describe("iridium-toolkit", () => {
  it("turns round the direction, which is the satellite's", () => {
    expect(decodedFrom(iridiumCurrent)).toMatchObject({
      source: "iridium-toolkit",
      sourceType: "iridium-acars",
      stationIdent: "XX-TEST-IRDM",
      stationTimeMs: Date.UTC(2025, 0, 1, 0, 0, 13),
      linkDirection: "downlink",
      frequency: 1626.271,
      level: -30.5,
      error: 2,
      label: "H1",
      blockId: "9",
      messageNumber: "F12A",
      ack: null,
      tail: "XXVWX",
      flightNumber: "ZZ0001",
      text: "UP TO THE SATELLITE",
      icao: null,
    });
  });

  it("reads the layout made through libacars, whose time has no offset and is UTC", () => {
    expect(decodedFrom(iridiumLibacars)).toMatchObject({
      stationTimeMs: Date.UTC(2025, 0, 1, 0, 0, 14),
      linkDirection: "uplink",
      stationIdent: null,
      error: 0,
      frequency: 1626.5,
      tail: "XX-VWX",
      blockId: "K",
      ack: "9",
      text: "",
    });
  });

  it("reads the layout of 2022: errors as text, NAK as a character, the label's DEL", () => {
    expect(decodedFrom(iridium2022)).toMatchObject({
      source: "iridium-toolkit",
      stationTimeMs: Date.UTC(2022, 0, 1, 0, 0, 15),
      linkDirection: "uplink",
      error: 0,
      ack: null,
      label: "_d",
      blockId: "C",
      text: "",
      frequency: null,
    });
    expect(decodedFrom({ ...iridium2022, uplink: true, errors: "3" })).toMatchObject({
      linkDirection: "downlink",
      error: 3,
    });
  });

  it("falls back on the block id where no direction is given", () => {
    expect(decodedFrom({ ...iridium2022, uplink: undefined }).linkDirection).toBe("uplink");
  });

  it("rejects a block the decoder calls broken", () => {
    const acars = { ...iridiumLibacars.acars, err: true };
    expect(statusOfParsed({ ...iridiumLibacars, acars })).toBe("rejected: decoder-error");
  });
});

describe("iridium-sniffer", () => {
  it("reads its own layout", () => {
    expect(decodedFrom(iridiumSniffer)).toMatchObject({
      source: "iridium-sniffer",
      sourceType: "iridium-acars",
      stationIdent: "XX-TEST-IRDM",
      stationTimeMs: 1735689616000,
      linkDirection: "downlink",
      frequency: 1626,
      level: -40,
      messageNumber: "M01B",
      tail: "XX-BCD",
    });
  });

  it("is recognized although it imitates the toolkit", () => {
    const app = { name: "iridium-sniffer", version: "1" };
    expect(decodedFrom({ ...iridiumCurrent, app }).source).toBe("iridium-sniffer");
  });
});
