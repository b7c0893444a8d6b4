import { describe, expect, test } from "vitest";
import type { DecodedMessage } from "@jetwire/decoders";
import {
  acarsdecDownlink,
  atnDownlink,
  atnFrame,
  decodedFrom,
  dumpvdl2Acars,
  element,
  receptionsOf,
  type SampleTransmission,
} from "@jetwire/decoders/samples";
import type { Linkable } from "@jetwire/redis";
import { toLinkable } from "./link-keys.ts";

const airlines = new Map([["ZZ", "ZZZ"]]);

function keysOf(over: object = {}, stationId = 1, authenticated: boolean | null = null) {
  return linkableOf(decodedFrom({ ...acarsdecDownlink, ...over }), stationId, authenticated);
}

function linkableOf(
  decoded: DecodedMessage,
  stationId = 1,
  authenticated: boolean | null = null,
): Linkable {
  return toLinkable(
    { entry: { seq: 1, id: "id", stationId, acceptedAtMs: 5, authenticated, raw: "" }, decoded },
    airlines,
  );
}

const one = keysOf();

describe("what linking compares", () => {
  test("a forged copy is no repeat of a message that its station's key proves (A-36)", () => {
    const [forged, proven] = [keysOf({}, 1, false), keysOf({}, 1, true)];
    expect(forged.repeatKey).not.toBe(proven.repeatKey);
    expect(forged.burstKey).not.toBe(proven.burstKey);
    expect(forged.groupKey).toBe(proven.groupKey);
    expect(forged.repeatKey).toBe(one.repeatKey);
  });

  test("a relay's re-ordered object is the same object", () => {
    const relayed = Object.fromEntries(Object.entries(acarsdecDownlink).toReversed());
    expect(keysOf({ ...relayed, app: { name: "acarsdec", ver: "9", proxied: true } })).toEqual(one);
  });

  test("another time or frequency is another object, but may be the same burst", () => {
    const other = keysOf({ timestamp: acarsdecDownlink.timestamp + 0.5, freq: 131.725, level: -3 });
    expect(other.repeatKey).not.toBe(one.repeatKey);
    expect(other.burstKey).toBe(one.burstKey);
  });

  test("another station receives the same transmission, not the same burst", () => {
    const other = keysOf({ station_id: "XX-OTHER" }, 2);
    expect(other.groupKey).toBe(one.groupKey);
    expect(other.burstKey).not.toBe(one.burstKey);
    expect(other.repeatKey).not.toBe(one.repeatKey);
  });

  test("line ends of another decoder don't make another transmission", () => {
    expect(keysOf({ text: "ENGINE OK\nFUEL 12.3\r\n" }).groupKey).toBe(one.groupKey);
    expect(keysOf({ text: "ENGINE OK FUEL 12.4" }).groupKey).not.toBe(one.groupKey);
  });

  test.each<[string, SampleTransmission]>([
    [
      "downlink with sublabel and MFI",
      {
        label: "H1",
        isDownlink: true,
        text: "#M1B/BA POS A\r\nB",
        sublabel: "M1",
        mfi: "BA",
        body: "POS A\r\nB",
      },
    ],
    [
      "downlink with sublabel",
      { label: "H1", isDownlink: true, text: "#DFBX Y", sublabel: "DF", body: "X Y" },
    ],
    [
      "uplink with sublabel and MFI",
      {
        label: "H1",
        isDownlink: false,
        text: "- #MD/A6 XXXX",
        sublabel: "MD",
        mfi: "A6",
        body: "XXXX",
      },
    ],
    ["downlink of another label", { label: "5Z", isDownlink: true, text: "#M1BX", body: "#M1BX" }],
    [
      "uplink of another label",
      { label: "RA", isDownlink: false, text: "- #MDX\r\nY", body: "- #MDX\r\nY" },
    ],
  ])("all decoders' receptions of one %s share a group", (_, transmission) => {
    const keys = Object.entries(receptionsOf(transmission)).map(([name, object]) => [
      name,
      linkableOf(decodedFrom(object)).groupKey,
    ]);
    const [[, expected] = []] = keys;
    expect(expected).not.toBe("");
    expect(keys).toEqual(keys.map(([name]) => [name, expected]));
  });

  test("a text that begins like a sublabel's head once more is another transmission", () => {
    const twice = keysOf({ text: "#M1B#M1BX" });
    expect(twice.groupKey).toBe(keysOf({ text: "#M1BX", sublabel: "M1" }).groupKey);
    expect(twice.groupKey).not.toBe(keysOf({ text: "X", sublabel: "M1" }).groupKey);
  });

  test("octets that dumpvdl2's FEC corrected are no errors: the aircraft gets an airframe", () => {
    const { freshAirframeId } = linkableOf(decodedFrom(dumpvdl2Acars));
    expect(dumpvdl2Acars.vdl2.octets_corrected_by_fec).toBeGreaterThan(1);
    expect(freshAirframeId).not.toBe("");
  });

  test.each(["label", "block_id", "msgno", "mode", "tail", "text"])(
    "another %s is another transmission",
    (member) => {
      expect(keysOf({ [member]: member === "label" ? "5Z" : "9" }).groupKey).not.toBe(one.groupKey);
    },
  );

  test("receptions of one ATN packet are one transmission, another content is another", () => {
    const wilco = atnDownlink(element("dM0NULL", "WILCO"));
    const [first, later, other] = [
      atnFrame(wilco),
      atnFrame({ ...wilco, reasm_status: "complete" }),
      atnFrame(atnDownlink(element("dM1NULL", "UNABLE"))),
    ].map((frame) => linkableOf(decodedFrom(frame)).groupKey);
    expect(later).toBe(first);
    expect(other).not.toBe(first);
    expect(first).not.toBe("");
  });

  test("a message that names no aircraft and no flight is compared with none", () => {
    expect(keysOf({ tail: undefined, flight: undefined })).toMatchObject({
      burstKey: "",
      groupKey: "",
      freshAirframeId: "",
    });
  });

  test.each(["GS0001", "XA9393", "ZD0001"])("%s, which avionics send, is no flight", (flight) => {
    expect(keysOf({ flight })).toMatchObject({ flightKey: "", freshFlightId: "" });
  });

  test("a misread block finds an airframe but creates none", () => {
    expect(keysOf({ error: 2 }).freshAirframeId).toBe("");
    expect(keysOf({ error: 1 }).freshAirframeId).toMatch(/^[0-9a-f]{8}-.{4}-8.{3}-a.{3}-.{12}$/);
  });

  test("a replay on another replica creates the same ids", () => {
    expect(keysOf()).toEqual(one);
    expect(one.flightKey).toBe("ZZZ123");
    expect(one.freshFlightId).not.toBe("");
  });
});
