import { expect, test } from "vitest";
import { createNetwork } from "../network.ts";
import type { Reception } from "../reception.ts";
import type { Decoder } from "../station-setups.ts";

const network = createNetwork({
  seed: 11,
  stations: 24,
  airframes: 150,
  junkShare: 0,
  startMs: Date.UTC(2026, 0, 1),
  ratePerSecond: 20,
});
const story = Array.from({ length: 15_000 }, () => network.next());

type Json = Record<string, unknown>;

function sentBy(decoder: Decoder): Reception[] {
  const receptions = story.filter(
    ({ station }) => station.decoder === decoder && station.relay === "none",
  );
  expect(receptions.length).toBeGreaterThan(20);
  return receptions;
}

function textOf({ bytes, station }: Reception): string {
  return bytes.toString(station.decoder.startsWith("jaero") ? "latin1" : "utf8");
}

/** Replaces silence, which C prints as `-inf`, by a number. */
function objectOf(reception: Reception): Json {
  return JSON.parse(textOf(reception).replace(`"level":-inf`, `"level":null`)) as Json;
}

function at(object: Json, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split(".")) value = (value as Json | undefined)?.[name];
  return value;
}

test("acarsdec 3.x: newline, MHz, mixed types of ack, block id and tail absent together", () => {
  for (const reception of sentBy("acarsdec-3")) {
    expect(textOf(reception)).toMatch(
      /^\{"timestamp":\d{10}(\.\d+)?,.*"app":\{"name":"acarsdec".*\}\n$/,
    );
    const object = objectOf(reception);
    expect(object["freq"]).toBeGreaterThan(129);
    expect(object["freq"]).toBeLessThan(137);
    expect([0, 1, 2, 3]).toContain(object["error"]);
    expect(String(object["assstat"])).toMatch(
      /^(skipped|in progress|complete|duplicate|out of sequence)$/,
    );
    expect("block_id" in object).toBe("tail" in object);
    expect("block_id" in object).toBe("ack" in object);
    expect(object["text"]).not.toBe("");
    expect(String(object["ack"])).toMatch(/^(undefined|false|.)$/);
    expect(object["tail"] ?? "").not.toContain(".");
    expect("msgno" in object).toBe(/^\d$/.test(String(object["block_id"])));
    expect([undefined, true]).toContain(object["end"]);
  }
});

test("acarsdec 3.x now and then prints the level of silence", () => {
  const busy = createNetwork({
    seed: 1,
    stations: 24,
    airframes: 100,
    junkShare: 0,
    startMs: 0,
    ratePerSecond: 20,
  });
  const texts = Array.from({ length: 40_000 }, () => busy.next().bytes.toString("latin1"));
  expect(texts.some((text) => text.includes(`"level":-inf`))).toBe(true);
});

test("acarsdec 4.x: no newline, noise, empty texts printed, OOOI fields", () => {
  const receptions = sentBy("acarsdec-4");
  for (const reception of receptions) {
    expect(textOf(reception)).toMatch(/\}$/);
    const object = objectOf(reception);
    expect(typeof object["noise"]).toBe("number");
    expect(typeof object["text"]).toBe("string");
    expect(at(object, "app.ver")).toMatch(/^v4/);
  }
  const offs = receptions.map(objectOf).filter((object) => object["label"] === "QQ");
  for (const off of offs) expect(off["wloff"]).toMatch(/^\d{4}$/);
  expect(receptions.some((reception) => "libacars" in objectOf(reception))).toBe(true);
});

test("acarsdec of 2018: dots in tails, whole levels, no app, empty flight in uplinks", () => {
  for (const reception of sentBy("acarsdec-2018")) {
    const object = objectOf(reception);
    expect(object["app"]).toBeUndefined();
    expect(Number.isInteger(object["level"])).toBe(true);
    if (!("tail" in object)) continue;
    expect(object["tail"]).toHaveLength(7);
    expect(/^\d$/.test(String(object["block_id"]))).toBe(object["flight"] !== "");
  }
});

test("vdlm2dec: decimal and hex addresses agree, uplinks by fromaddr, no level", () => {
  const receptions = sentBy("vdlm2dec");
  for (const reception of receptions) {
    const object = objectOf(reception);
    expect(object["icao"]).toBe(Number.parseInt(String(object["hex"]), 16));
    expect("toaddr" in object).toBe(!("fromaddr" in object));
    expect("level" in object).toBe(false);
    expect([undefined, 2]).toContain(object["is_onground"]);
    expect("ack" in object).toBe("label" in object);
    expect(textOf(reception)).not.toMatch(/"lat":-?\d+(\.\d{2,})?,/);
  }
  expect(receptions.some((reception) => "fromaddr" in objectOf(reception))).toBe(true);
  expect(receptions.some((reception) => "lat" in objectOf(reception))).toBe(true);
});

test("dumpvdl2: Hz, microseconds unpadded, padded registrations, everybody's address an aircraft's", () => {
  const receptions = sentBy("dumpvdl2");
  for (const reception of receptions) {
    const text = textOf(reception);
    expect(text).toMatch(/^\{"vdl2":\{"app".*\}$/);
    expect(text).not.toMatch(/"usec":0\d/);
    const object = objectOf(reception);
    expect(Number.isInteger(at(object, "vdl2.freq"))).toBe(true);
    expect(at(object, "vdl2.freq")).toBeGreaterThan(136e6);
    expect(text).toMatch(/"sig_level":-?\d+\.\d{6},/);
    expect(at(object, "vdl2.avlc.src.addr")).toMatch(/^[0-9A-F]{6}$/);
    expect(at(object, "vdl2.avlc.acars.reg") ?? "......Z").toMatch(/^[.A-Z0-9-]{7}$/);
    expect(text).not.toContain(`{"addr":"FFFFFF","type":"Ground`);
  }
  const texts = receptions.map(textOf);
  expect(texts.some((text) => text.includes(`"addr":"FFFFFF"`))).toBe(true);
  expect(texts.some((text) => text.includes(`"alt":255000`))).toBe(true);
  expect(texts.some((text) => text.includes(`"idx":1`))).toBe(true);
});

test("dumphfdl: newline, every kind of PDU, positions with 180 for unknown", () => {
  const texts = sentBy("dumphfdl").map(textOf);
  expect(texts.every((text) => /^\{"hfdl":.*\}\n$/.test(text))).toBe(true);
  for (const sign of [
    `"spdu":`,
    `"Performance data"`,
    `"Frequency data"`,
    `"Logon resume"`,
    `"Logon confirm"`,
    `"Logoff request"`,
    `"acars":`,
    `"lat":180.000000,"lon":180.000000`,
    `"time":{"hour"`,
    `"utc_time":{"hour"`,
  ]) {
    expect(texts.some((text) => text.includes(sign))).toBe(true);
  }
});

test("JAERO JSONdump: Latin-1 bytes, message number and flight left at the head of downlinks", () => {
  const receptions = sentBy("jaero-jsondump");
  for (const reception of receptions) {
    const object = objectOf(reception);
    const down = at(object, "isu.src.type") === "Aircraft Earth Station";
    const text = at(object, "isu.acars.msg_text");
    expect(/^[DFLMS]\d\dA[A-Z0-9]{2}\d{4}/.test(String(text))).toBe(down);
    expect(text).not.toContain("\r");
    expect(at(object, down ? "isu.src.addr" : "isu.dst.addr")).toMatch(/^[0-9A-F]{6}$/);
  }
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const notUtf8 = story.filter(({ bytes, station }) => {
    if (!station.decoder.startsWith("jaero")) return false;
    try {
      utf8.decode(bytes);
      return false;
    } catch {
      return true;
    }
  });
  expect(notUtf8.length).toBeGreaterThan(0);
});

test("JAERO's flat JSON: sorted keys, no station, status objects between", () => {
  const objects = sentBy("jaero-json").map(objectOf);
  for (const object of objects) {
    expect(Object.keys(object)).toEqual(Object.keys(object).toSorted());
    expect(Number.isInteger(object["TIME"])).toBe(true);
  }
  expect(objects.some((object) => "DCD" in object)).toBe(true);
  expect(objects.some((object) => "AESID" in object)).toBe(true);
});

test("SatDump: sorted keys, characters as codes, other packets between", () => {
  const objects = sentBy("satdump").map(objectOf);
  for (const object of objects) {
    expect(Object.keys(object)).toEqual(Object.keys(object).toSorted());
    expect(Number.isInteger(object["timestamp"])).toBe(true);
    if (object["msg_name"] !== "ACARS") continue;
    expect(object["mode"]).toBe(50);
    expect(typeof object["bi"]).toBe("number");
    expect(object["plane_reg"]).toHaveLength(7);
  }
  expect(objects.some((object) => object["msg_name"] !== "ACARS")).toBe(true);
  expect(objects.some((object) => object["label"] === "_\u007f")).toBe(true);
});

test("iridium-toolkit: the satellite's sense of direction, whole seconds, Hz with a fraction", () => {
  for (const reception of sentBy("iridium-toolkit")) {
    const object = objectOf(reception);
    const down = /^\d$/.test(String(at(object, "acars.block_id")));
    expect(at(object, "acars.link_direction")).toBe(down ? "uplink" : "downlink");
    expect("message_number" in (object["acars"] as Json)).toBe(down);
    expect(at(object, "acars.timestamp")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(object["freq"]).toBeGreaterThan(1.616e9);
    expect(object["freq"]).toBeLessThan(1.627e9);
  }
  for (const reception of sentBy("iridium-toolkit-2022")) {
    const object = objectOf(reception);
    expect(object["app"]).toBeUndefined();
    expect(object["errors"]).toBe("");
    expect(object["uplink"]).toBe(false);
  }
  for (const reception of sentBy("iridium-sniffer")) {
    expect(at(objectOf(reception), "iridium.acars.reg")).toHaveLength(7);
  }
});

test("behind acars_router: marks in app, unknown keys lost, a new id each time", () => {
  const proxied = story.filter(({ bytes }) => bytes.includes("acars_router_uuid"));
  expect(proxied.length).toBeGreaterThan(200);
  const ids = proxied.map((reception) => {
    const object = objectOf(reception);
    const inner = (object["vdl2"] ?? object["hfdl"] ?? object) as Json;
    for (const lost of ["end", "libacars", "noise", "hex", "fromaddr", "depa"]) {
      expect(lost in inner).toBe(false);
    }
    expect(at(inner, "app.proxied")).toBe(true);
    return at(inner, "app.acars_router_uuid");
  });
  expect(new Set(ids).size).toBe(ids.length);
});

test("behind airframes-client: the decoder's object in an envelope", () => {
  const wrapped = story.filter(({ station }) => station.relay === "airframes-client");
  expect(wrapped.length).toBeGreaterThan(100);
  for (const reception of wrapped) {
    const object = objectOf(reception);
    expect(["acarsdec", "dumpvdl2"]).toContain(at(object, "source.format"));
    const payload = object["payload"] as Json;
    expect("vdl2" in payload || "timestamp" in payload).toBe(true);
  }
});
