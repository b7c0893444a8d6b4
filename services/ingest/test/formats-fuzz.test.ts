import { createContentReader, readHfdlLogon, readSightings } from "@jetwire/decoders";
import { GroundStationId, Message } from "@jetwire/protocol";
import { createSeededRandom, hostileText, mutateBytes, mutateValue } from "@jetwire/testbed";
import { describe, expect, it } from "vitest";
import type { ParseResult, DecodedMessage } from "@jetwire/decoders";
import { readObject } from "@jetwire/decoders";
import {
  createDatagramReassembler,
  decodeText,
  type ParsedObject,
  splitAndParse,
} from "@jetwire/transport";
import {
  decoderObjects,
  dumphfdlLogonConfirm,
  dumphfdlSquitter,
  dumpvdl2Gsif,
} from "@jetwire/decoders/samples";

const readContent = createContentReader({ texts: { now: () => performance.now() } });
const ReceivedMembers = Message.omit({
  id: true,
  groupId: true,
  timestamp: true,
  createdAt: true,
  stationId: true,
  airframeId: true,
  flightId: true,
  authenticated: true,
});

const objects = Object.values(decoderObjects);

/** Lists the flaws of a result, by what the code behind the parsers relies on. */
function flawsOf(result: ParseResult): string[] {
  if (result.status === "decoded") return flawsOfMessage(result.message);
  const flaws = /^[a-z-]+$/.test(result.reason) ? [] : [`reason ${result.reason}`];
  if (result.status === "rejected" && result.detail.length > 300) flaws.push("a long detail");
  return flaws;
}

function flawsOfMessage(message: DecodedMessage): string[] {
  // The first are foreign objects, of which the content reader takes values; the schema checks the others.
  const {
    applications: _applications,
    times: _times,
    assembly: _assembly,
    signal: _signal,
    ...fields
  } = message;
  const flaws = Object.entries(fields).flatMap(([field, value]) => flawsOfField(field, value));
  const { error } = ReceivedMembers.safeParse(readContent(message, message.stationTimeMs ?? 0));
  if (error !== undefined) flaws.push(`content: ${error.message}`);
  if (Math.abs(message.latitude ?? 0) > 90) flaws.push("latitude out of range");
  if (Math.abs(message.longitude ?? 0) > 180) flaws.push("longitude out of range");
  if (Math.abs(message.stationTimeMs ?? 0) > 8.64e15) flaws.push("stationTimeMs is no date");
  if (!/^[\dA-F]{6}$/.test(message.icao ?? "ABCDEF")) flaws.push("icao is no address");
  return flaws;
}

function flawsOfField(field: string, value: unknown): string[] {
  if (value === null) return [];
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${field} isn't finite`];
  if (typeof value === "boolean") return [];
  if (typeof value !== "string") return [`${field} is ${typeof value}`];
  return value.includes("\0") || !value.isWellFormed() ? [`${field} can't be stored`] : [];
}

/** Returns whether the objects' texts are in the text in order, with only separators between them. */
function isAccounted(text: string, parsed: readonly ParsedObject[]): boolean {
  let from = 0;
  for (const { raw } of parsed) {
    const at = text.indexOf(raw, from);
    if (at < 0 || !isSeparators(text.slice(from, at))) return false;
    from = at + raw.length;
  }
  return isSeparators(text.slice(from));
}

function isSeparators(text: string): boolean {
  return (
    text
      .replaceAll("\0", "")
      .replaceAll(/[[\],]/g, "")
      .trim() === ""
  );
}

/** Lists the flaws of the objects read from a text. */
function flawsOfText(text: string): string[] {
  const parsed = splitAndParse(text);
  const flaws = parsed.flatMap((object) => {
    if ("value" in object) return flawsOf(readObject(object.value));
    const isDetail = /^(?:at character \d+|null|array|string|number|boolean)$/.test(object.detail);
    return isDetail ? [] : [`detail ${object.detail}`];
  });
  return isAccounted(text, parsed) ? flaws : [...flaws, `unaccounted: ${text}`];
}

describe("hostile input", () => {
  it("gets one result per object, however its values are mutated", () => {
    const random = createSeededRandom(1);
    for (let round = 0; round < 6_000; round++) {
      const rate = random.pick([0.02, 0.1, 0.3]);
      expect(flawsOf(readObject(mutateValue(random.pick(objects), random, rate)))).toEqual([]);
    }
    expect(Object.hasOwn(Object.prototype, "vdl2")).toBe(false);
  });

  it("says what can be stored of ground stations, however its values are mutated", () => {
    const random = createSeededRandom(6);
    const frames = [dumphfdlSquitter, dumpvdl2Gsif, dumphfdlLogonConfirm, ...objects];
    for (let round = 0; round < 6_000; round++) {
      const value = mutateValue(random.pick(frames), random, random.pick([0.02, 0.1, 0.3]));
      const result = readObject(value);
      if (result.status === "rejected") continue;
      const sightings = readSightings(value, result.message);
      const logon = readHfdlLogon(value, result.message);
      expect(sightings.length).toBeLessThan(200);
      for (const { system, address, frequenciesKhz, airports, ...facts } of sightings) {
        expect(GroundStationId.safeParse(`${system}-${address}`).success).toBe(true);
        expect(frequenciesKhz.every(Number.isInteger)).toBe(true);
        expect(airports.every((code) => /^[A-Z0-9]{3,4}$/.test(code))).toBe(true);
        expect(Object.entries(facts).flatMap(([name, fact]) => flawsOfField(name, fact))).toEqual(
          [],
        );
      }
      expect(logon?.icao ?? "ABCDEF").toMatch(/^[0-9A-F]{6}$/);
    }
  });

  it("gets one result per object, however its bytes are mutated", () => {
    const random = createSeededRandom(2);
    for (let round = 0; round < 4_000; round++) {
      let bytes: Buffer = Buffer.from(JSON.stringify(random.pick(objects)));
      for (let times = random.integer(1, 3); times > 0 && bytes.length > 0; times--) {
        bytes = mutateBytes(bytes, random, Buffer.from(JSON.stringify(random.pick(objects))));
      }
      expect(flawsOfText(decodeText(bytes).text)).toEqual([]);
    }
  });

  it("gets one result per object if it is deep, broken everywhere, or of many objects", () => {
    const random = createSeededRandom(5);
    for (let round = 0; round < 300; round++) {
      const text = hostileText(random, 65_536);
      const flaws = flawsOfText(decodeText(Buffer.from(text)).text);
      expect(flaws.map((flaw) => flaw.slice(0, 200))).toEqual([]);
    }
  });

  it("gets an result for random bytes", () => {
    const random = createSeededRandom(3);
    for (let round = 0; round < 500; round++) {
      const bytes = Uint8Array.from({ length: random.integer(0, 400) }, () =>
        random.integer(0, 255),
      );
      expect(flawsOfText(decodeText(bytes).text)).toEqual([]);
    }
  });

  it("goes through the reassembler without an object lost or made up", () => {
    const random = createSeededRandom(4);
    for (let round = 0; round < 200; round++) {
      const reassembler = createDatagramReassembler();
      const sent = Array.from({ length: 5 }, () => JSON.stringify(random.pick(objects)));
      const got: ParsedObject[] = [];
      for (const line of sent) {
        const bytes = Buffer.from(`${line}\n`);
        const cut = random.integer(1, bytes.length - 1);
        got.push(...reassembler.accept("a", bytes.subarray(0, cut), round));
        got.push(...reassembler.accept("a", bytes.subarray(cut), round));
      }
      got.push(...reassembler.expire(Infinity).flatMap((expired) => expired.objects));
      expect(got.map((object) => object.raw)).toEqual(sent);
    }
  });
});
