import { describe, expect, it } from "vitest";
import { jaeroDump, jaeroFlat } from "../samples/long-range-objects.ts";
import { decodedFrom, receivedFrom, statusOfParsed } from "../samples/parsed-objects.ts";

const { isu } = jaeroDump;

function withAcars(acars: object): object {
  return { ...jaeroDump, isu: { ...isu, acars: { ...isu.acars, ...acars } } };
}

function asUplink(acars: object): object {
  return {
    ...jaeroDump,
    isu: { ...isu, src: isu.dst, dst: isu.src, acars: { ...isu.acars, blk_id: "A", ...acars } },
  };
}

describe("JAERO's JSONdump", () => {
  it("cuts message number and flight off a downlink's text", () => {
    expect(decodedFrom(jaeroDump)).toMatchObject({
      source: "jaero",
      sourceType: "aero-acars",
      stationIdent: "XX-TEST-AERO",
      stationTimeMs: 1735689610000,
      linkDirection: "downlink",
      fromHex: "ABCDE4",
      toHex: "44",
      icao: "ABCDE4",
      frequency: null,
      level: null,
      error: 0,
      messageNumber: "L92A",
      flightNumber: "ZZ0073",
      ack: null,
      tail: "XX-MNO",
      text: "/XXXXXXX.AFN\n\tSECOND LINE",
    });
  });

  it("leaves an uplink's text alone, whatever it looks like", () => {
    expect(decodedFrom(asUplink({ flight: undefined }))).toMatchObject({
      linkDirection: "uplink",
      fromHex: "44",
      toHex: "ABCDE4",
      icao: "ABCDE4",
      messageNumber: null,
      flightNumber: null,
      text: "L92AZZ0073/XXXXXXX.AFN\n\tSECOND LINE",
    });
  });

  it("cuts nothing where the program has split the fields off already", () => {
    const text = "L92AZZ0073 LOOKS LIKE A HEAD";
    const message = decodedFrom(withAcars({ msg_num: "L93", msg_num_seq: "B", msg_text: text }));
    expect(message).toMatchObject({ messageNumber: "L93B", flightNumber: "ZZ73", text });
  });

  it("keeps the program's flight when the text has no head", () => {
    expect(decodedFrom(withAcars({ msg_text: "/NO HEAD" }))).toMatchObject({
      messageNumber: null,
      flightNumber: "ZZ73",
      text: "/NO HEAD",
    });
  });

  it("is known by its key, whatever program says it sent it", () => {
    expect(decodedFrom({ ...jaeroDump, app: { name: "aero-decode" } }).source).toBe("jaero");
  });

  it("reads inmarsat-sniffer's position, which lies in a second block", () => {
    const adsc = { err: false, tags: [{ basic_report: { lat: 1.5, lon: 2.5, alt: 300 } }] };
    const arinc622 = { acars: { label: "B6", arinc622: { adsc } } };
    expect(receivedFrom(withAcars({ arinc622 }))).toMatchObject({ latitude: 1.5, longitude: 2.5 });
  });

  it("takes InmarScope's blank ack for none", () => {
    expect(decodedFrom(withAcars({ ack: " ", label: "_" }))).toMatchObject({
      ack: null,
      label: "_d",
    });
  });

  it("doesn't store units without ACARS", () => {
    expect(statusOfParsed({ ...jaeroDump, isu: { src: isu.src } })).toBe("ignored: link-frame");
    expect(statusOfParsed(withAcars({ err: true }))).toBe("rejected: decoder-error");
  });
});

describe("JAERO's flat JSON", () => {
  it("reads an uplink", () => {
    expect(decodedFrom(jaeroFlat)).toMatchObject({
      source: "jaero",
      stationIdent: null,
      stationTimeMs: 1735689611000,
      linkDirection: "uplink",
      fromHex: "90",
      toHex: "ABCDE5",
      icao: "ABCDE5",
      mode: "2",
      label: "A6",
      blockId: "A",
      ack: "3",
      tail: "XX-PQR",
      flightNumber: null,
      text: "UPLINK",
    });
  });

  it("reads a downlink", () => {
    expect(decodedFrom({ ...jaeroFlat, BI: "5", MESSAGE: "M01AZZ0001HELLO" })).toMatchObject({
      linkDirection: "downlink",
      fromHex: "ABCDE5",
      toHex: "90",
      messageNumber: "M01A",
      flightNumber: "ZZ0001",
      text: "HELLO",
    });
  });

  it("doesn't store what isn't ACARS, nor status", () => {
    expect(statusOfParsed({ ...jaeroFlat, NONACARS: true })).toBe("ignored: link-frame");
    const status = { DCD: true, FREQUENCY: 1545e6, NAME: "L", SNR: 7.5, TIME: 1 };
    expect(statusOfParsed(status)).toBe("ignored: status-object");
  });
});
