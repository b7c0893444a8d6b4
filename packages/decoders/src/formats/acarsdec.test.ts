import { describe, expect, it } from "vitest";
import { acarsdecDownlink, acarsdecSquitter, acarsdecUplink } from "../samples/vhf-objects.ts";
import { decodedFrom, receivedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

describe("acarsdec", () => {
  it("reads every field of a downlink", () => {
    expect(decodedFrom(acarsdecDownlink)).toEqual({
      source: "acarsdec",
      sourceType: "acars",
      kind: "acars",
      stationIdent: "XX-TEST-ACARS",
      stationTimeMs: 1735689600250,
      linkDirection: "downlink",
      fromHex: null,
      toHex: null,
      icao: null,
      groundStation: null,
      aircraftId: null,
      frequency: 131.55,
      channel: 2,
      level: -12.4,
      signal: { noise: -41.2, snr: 28.8 },
      error: 1,
      mode: "2",
      label: "H1",
      blockId: "7",
      messageNumber: "M52A",
      ack: null,
      tail: "XX-ABC",
      flightNumber: "ZZ0123",
      text: "ENGINE OK\r\nFUEL 12.3",
      data: null,
      departingAirport: null,
      destinationAirport: null,
      latitude: null,
      longitude: null,
      altitude: null,
      sublabel: null,
      mfi: null,
      headChars: 0,
      onGround: null,
      times: null,
      assembly: null,
      moreBlocks: false,
      applications: null,
    });
  });

  it("reads an uplink without flight, message number and text", () => {
    expect(decodedFrom(acarsdecUplink)).toMatchObject({
      linkDirection: "uplink",
      label: "_d",
      blockId: "W",
      ack: "7",
      tail: "XXABC",
      flightNumber: null,
      messageNumber: null,
      text: null,
      level: 1.5,
    });
  });

  it.each([
    ["no station", { station_id: undefined }, { stationIdent: null }],
    ["a blank station", { station_id: "  " }, { stationIdent: null }],
    ["an empty text, which isn't none", { text: "" }, { text: "" }],
    ["flight and message number sent empty", { flight: "", msgno: "" }, { flightNumber: null }],
    ["a level that was -inf", { level: null }, { level: null }],
    ["a frequency of an audio file", { freq: 0 }, { frequency: null }],
    ["a frequency beside the channel", { freq: 131.5500001 }, { frequency: 131.55 }],
    [
      "OOOI fields",
      { depa: "EDDX", dsta: "xxb" },
      { departingAirport: "EDDX", destinationAirport: "XXB" },
    ],
    ["a flight that isn't set", { flight: "ZZ0000" }, { flightNumber: null }],
    ["a tail of dots all over", { tail: "..xxabc." }, { tail: "XXABC" }],
    ["a misspelt tail", { tail: "X?-A C" }, { tail: "X?-A C" }],
    ["a NUL in the text", { text: "A\0B" }, { text: "A\u2400B" }],
    ["a lone surrogate in the text", { text: "A\ud800B" }, { text: "A\ufffdB" }],
    [
      "control characters in the text",
      { text: "\u0003\u001b[2J\u202e" },
      { text: "\u0003\u001b[2J\u202e" },
    ],
    ["a timestamp beyond all dates", { timestamp: 1e300 }, { stationTimeMs: null }],
    ["a timestamp of long ago", { timestamp: 0 }, { stationTimeMs: 0 }],
  ])("takes %s", (_name, change, expected) => {
    expect(decodedFrom({ ...acarsdecDownlink, ...change })).toMatchObject(expected);
  });

  it("takes the position of an ADS-C report", () => {
    const report = { lat: 36.6, lon: -109.04, alt: 33000 };
    const libacars = { arinc622: { adsc: { err: false, tags: [{ basic_report: report }] } } };
    expect(receivedFrom({ ...acarsdecDownlink, libacars })).toMatchObject({
      latitude: 36.6,
      longitude: -109.04,
      altitude: 33000,
    });
  });

  it.each([
    ["squitters", acarsdecSquitter, "ignored: ground-squitter"],
    [
      "route lines",
      { timestamp: 1, flight: "ZZ0123", depa: "XXAA", dsta: "XXBB" },
      "ignored: route-line",
    ],
    ["a label that isn't text", { ...acarsdecDownlink, label: 5 }, "rejected: bad-field"],
    ["a label too long", { ...acarsdecDownlink, label: "H1X" }, "rejected: bad-field"],
    [
      "a station ident too long",
      { ...acarsdecDownlink, station_id: "X".repeat(101) },
      "rejected: bad-field",
    ],
  ])("tells %s apart", (_name, object, expected) => {
    expect(statusOfParsed(object)).toBe(expected);
  });
});
