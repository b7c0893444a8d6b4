import { describe, expect, it } from "vitest";
import { dumpvdl2Acars, dumpvdl2Xid } from "../samples/vhf-objects.ts";
import { decodedFrom, receivedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

const acarsFrame = dumpvdl2Acars.vdl2;
const xidFrame = dumpvdl2Xid.vdl2;

function withAvlc(avlc: object): object {
  return { vdl2: { ...acarsFrame, avlc: { ...acarsFrame.avlc, ...avlc } } };
}

function withAcars(acars: object): object {
  return withAvlc({ acars: { ...acarsFrame.avlc.acars, ...acars } });
}

function withXidParams(params: object[], type = "Aircraft"): object {
  const src = { ...xidFrame.avlc.src, type };
  const xid = { ...xidFrame.avlc.xid, vdl_params: params };
  return { vdl2: { ...xidFrame, avlc: { ...xidFrame.avlc, src, xid } } };
}

describe("dumpvdl2", () => {
  it("reads an ACARS block of an aircraft", () => {
    expect(decodedFrom(dumpvdl2Acars)).toMatchObject({
      source: "dumpvdl2",
      sourceType: "vdl",
      kind: "acars",
      stationIdent: "XX-TEST-VDL2",
      linkDirection: "downlink",
      fromHex: "ABC456",
      toHex: "10F1AA",
      icao: "ABC456",
      frequency: 136.975,
      level: -16.6,
      error: 0,
      messageNumber: "L71A",
      ack: null,
      tail: "XX-GHI",
    });
    expect(receivedFrom(dumpvdl2Acars)).toMatchObject({
      latitude: 51.5,
      longitude: 7.25,
      altitude: 36996,
    });
  });

  it("adds the microseconds, which aren't zero padded", () => {
    expect(decodedFrom(dumpvdl2Acars).stationTimeMs).toBe(1735689605001);
  });

  it("takes the aircraft's address from the receiving side of an uplink", () => {
    const src = { addr: "10F1AA", type: "Ground station", status: "On ground" };
    const dst = { addr: "ABC456", type: "Aircraft" };
    expect(decodedFrom(withAvlc({ src, dst }))).toMatchObject({
      linkDirection: "uplink",
      fromHex: "10F1AA",
      toHex: "ABC456",
      icao: "ABC456",
    });
  });

  it("never makes an airframe of the broadcast address, though it is printed as an aircraft's", () => {
    const src = { addr: "10F1AA", type: "Ground station" };
    const dst = { addr: "FFFFFF", type: "Aircraft" };
    expect(decodedFrom(withAvlc({ src, dst }))).toMatchObject({ icao: null, toHex: "FFFFFF" });
  });

  it("keeps an empty text and an ack", () => {
    const change = { msg_text: "", label: "_d", ack: "Q", msg_num_seq: undefined };
    expect(decodedFrom(withAcars(change))).toMatchObject({
      text: "",
      ack: "Q",
      messageNumber: "L71",
    });
  });

  it.each([
    ["alt_range_event", { alt_range_event: { lat: 1.5, lon: 2.5, alt: 100 } }, 1.5],
    ["lat_dev_change_event", { lat_dev_change_event: { lat: 1.5, lon: 2.5, alt: 100 } }, 1.5],
    ["vspd_chg_event", { vspd_chg_event: { lat: 1.5, lon: 2.5, alt: 100 } }, 1.5],
    ["wpt_change_event", { wpt_change_event: { lat: 1.5, lon: 2.5, alt: 100 } }, 1.5],
    ["no fixed_projection", { fixed_projection: { lat: 1.5, lon: 2.5, alt: 100 } }, null],
    ["no intermediate_projection", { intermediate_projection: { lat: 1.5, lon: 2.5 } }, null],
    ["no predicted_route", { predicted_route: { next_wpt: { lat: 1.5, lon: 2.5 } } }, null],
    ["no filler", { basic_report: { lat: 180, lon: 180, alt: 0 } }, null],
  ])("takes a position from ADS-C: %s", (_name, tag, latitude) => {
    const arinc622 = { adsc: { err: false, tags: [tag] } };
    expect(receivedFrom(withAcars({ arinc622 })).latitude).toBe(latitude);
  });

  it("keeps an XID for the aircraft's place and destination", () => {
    expect(decodedFrom(dumpvdl2Xid)).toMatchObject({
      kind: "xid",
      label: null,
      stationIdent: null,
      icao: "ABC789",
      error: 0,
      frequency: 136.725,
      latitude: 35.1,
      longitude: -106.2,
      altitude: 37000,
      destinationAirport: "EDDX",
    });
  });

  it("drops the filler altitude of an XID, not its position", () => {
    const value = { loc: { lat: 35.1, lon: -106.2 }, alt: 220000 };
    expect(decodedFrom(withXidParams([{ name: "ac_location", value }]))).toMatchObject({
      latitude: 35.1,
      altitude: null,
      destinationAirport: null,
    });
  });

  it("reads the IATA code of an XID, which ends with a dot", () => {
    expect(decodedFrom(withXidParams([{ name: "dst_airport", value: "PHX." }]))).toMatchObject({
      kind: "xid",
      destinationAirport: "PHX",
    });
  });

  it("keeps an ATN logon for the flight it names", () => {
    const request = { flight_id: "ZZZ12", departure_airport: "EDDX", destination_airport: "XXAA" };
    const data = { atn_context_mgmt_logon_request: request };
    const context_mgmt = { cm_aircraft_message: { choice: "logon", data } };
    const x25 = { clnp: { cotp: { x225_spdu: { x227_apdu: { context_mgmt } } } } };
    expect(decodedFrom(withAvlc({ acars: undefined, x25 }))).toMatchObject({
      kind: "logon",
      flightNumber: "ZZZ12",
      departingAirport: "EDDX",
      destinationAirport: "XXAA",
    });
  });

  it.each([
    ["a block the decoder calls broken", withAcars({ err: true }), "rejected: decoder-error"],
    ["a squitter", withAcars({ label: "SQ" }), "ignored: ground-squitter"],
    [
      "an XID with fillers only",
      withXidParams([{ name: "dst_airport", value: "...." }]),
      "ignored: link-frame",
    ],
    [
      "a ground station's place",
      withXidParams([{ name: "gs_location", value: { lat: 1, lon: 2 } }], "Ground station"),
      "ignored: link-frame",
    ],
    [
      "a supervisory frame",
      withAvlc({ acars: undefined, cmd: "Receive Ready" }),
      "ignored: link-frame",
    ],
    [
      "X.25 without a flight",
      withAvlc({ acars: undefined, x25: { clnp: {} } }),
      "ignored: link-frame",
    ],
    ["a block without a label", withAcars({ label: undefined }), "rejected: bad-field"],
    ["something else under the key", { vdl2: 5 }, "rejected: bad-field"],
  ])("tells %s apart", (_name, object, expected) => {
    expect(statusOfParsed(object)).toBe(expected);
  });
});
