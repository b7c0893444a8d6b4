import { describe, expect, it } from "vitest";
import { vdlm2decDownlink, vdlm2decXid } from "../samples/vhf-objects.ts";
import { decodedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

const { toaddr: _toaddr, ...withoutReceiver } = vdlm2decDownlink;
const uplink = { ...withoutReceiver, fromaddr: 0x10f1aa, block_id: "W", flight: undefined };
const bareFrame = { timestamp: 1, freq: 136.975, icao: 0xabc123, toaddr: 0x10f1aa, is_response: 1 };

describe("vdlm2dec", () => {
  it("reads a downlink", () => {
    expect(decodedFrom(vdlm2decDownlink)).toMatchObject({
      source: "vdlm2dec",
      sourceType: "vdl",
      kind: "acars",
      stationTimeMs: 1735689603500,
      linkDirection: "downlink",
      fromHex: "ABC123",
      toHex: "10F1AA",
      icao: "ABC123",
      frequency: 136.975,
      level: null,
      error: 0,
      label: "5Z",
      blockId: "4",
      ack: null,
      tail: "XX-DEF",
      flightNumber: "ZZ0456",
      messageNumber: "D08A",
      text: "#DFB TEST",
      destinationAirport: "XXAA",
    });
  });

  it("knows whether the aircraft that sends is on the ground, of a ground station nothing", () => {
    const { is_onground: _, ...unknown } = vdlm2decDownlink;
    expect(decodedFrom(vdlm2decDownlink).onGround).toBe(true);
    expect(decodedFrom({ ...vdlm2decDownlink, is_onground: 0 }).onGround).toBe(false);
    expect(decodedFrom(unknown).onGround).toBe(null);
    expect(decodedFrom(uplink).onGround).toBe(null);
  });

  it("reads the times of the flight that the program found", () => {
    const times = { gtout: "1405", wloff: "1419", wlin: "    ", gtin: "2460", eta: "190230" };
    expect(decodedFrom({ ...vdlm2decDownlink, ...times }).times).toEqual({
      out: "1405",
      off: "1419",
      on: null,
      in: null,
      eta: "190230",
    });
    expect(decodedFrom(vdlm2decDownlink).times).toBe(null);
  });

  it("turns the addresses round when a ground station is the sender", () => {
    expect(decodedFrom(uplink)).toMatchObject({
      linkDirection: "uplink",
      fromHex: "10F1AA",
      toHex: "ABC123",
      icao: "ABC123",
    });
  });

  it("knows an uplink by its block id once a relay has lost the sender", () => {
    expect(decodedFrom({ ...uplink, fromaddr: undefined })).toMatchObject({
      linkDirection: "uplink",
      fromHex: null,
      toHex: "ABC123",
    });
  });

  it("takes the decimal address of old versions", () => {
    expect(decodedFrom({ ...vdlm2decDownlink, hex: undefined, icao: 0x00c123 })).toMatchObject({
      icao: "00C123",
      fromHex: "00C123",
    });
  });

  it("keeps an XID for its position and destination", () => {
    expect(decodedFrom(vdlm2decXid)).toMatchObject({
      kind: "xid",
      label: null,
      destinationAirport: "EDDX",
      latitude: 50.1,
      longitude: -8.4,
      altitude: 37000,
      stationIdent: null,
    });
    expect(decodedFrom({ ...vdlm2decXid, dsta: undefined })).toMatchObject({ kind: "position" });
  });

  it.each([
    ["0,0", { lat: 0, lon: 0 }, { latitude: null, longitude: null, altitude: null }],
    ["an altitude too high", { alt: 220000 }, { latitude: 50.1, altitude: null }],
  ])("drops the filler %s", (_name, change, expected) => {
    expect(decodedFrom({ ...vdlm2decXid, ...change })).toMatchObject(expected);
  });

  it.each([
    ["bare frames", bareFrame, "ignored: link-frame"],
    ["undecoded payload", { ...bareFrame, data: "01 02" }, "ignored: link-frame"],
    ["squitters", { ...vdlm2decDownlink, label: "SQ", block_id: " " }, "ignored: ground-squitter"],
    ["route lines", { timestamp: 1, icao: "ABC123", flight: "ZZ0123" }, "ignored: route-line"],
  ])("doesn't store %s", (_name, object, expected) => {
    expect(statusOfParsed(object)).toBe(expected);
  });
});
