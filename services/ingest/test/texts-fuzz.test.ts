import { createContentReader, createTextCounts, type DecodedMessage } from "@jetwire/decoders";
import { acarsdecDownlink, decodedFrom, knownTexts, payloadTexts } from "@jetwire/decoders/samples";
import { Message } from "@jetwire/protocol";
import { createSeededRandom, mutateBytes, type SeededRandom } from "@jetwire/testbed";
import { describe, expect, it } from "vitest";

const Content = Message.pick({ decoded: true, times: true, departingAirport: true });

function flawsOf(label: string, text: string, read: ReturnType<typeof createContentReader>) {
  const message: DecodedMessage = { ...decodedFrom(acarsdecDownlink), label, text };
  const { decoded, times, departingAirport, latitude, longitude, altitude } = read(message, 1e12);
  const { error } = Content.safeParse({ decoded, times, departingAirport });
  const flaws = error === undefined ? [] : [error.message];
  if (Math.abs(latitude ?? 0) > 90 || Math.abs(longitude ?? 0) > 180) flaws.push("position");
  if ((altitude ?? 0) > 60_000 || (altitude ?? 0) < -2_000) flaws.push("altitude");
  if (decoded !== null && decoded.description.trim() === "") flaws.push("no description");
  // "Undefined" is also a word of ADS-C: a request, or an error, that is not defined.
  const words = JSON.stringify(decoded).replaceAll(/undefined (?:request tag|error)/gi, "");
  if (/\bNaN\b|undefined|\[object/.test(words)) flaws.push("no value");
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  if (/[\u0000-\u001f\u007f-\u009f]/.test(decoded?.description ?? "")) flaws.push("control");
  return flaws.map((flaw) => `${label} ${JSON.stringify(text)}: ${flaw}`);
}

function randomText(random: SeededRandom): string {
  const alphabet = random.pick([
    "NSEW0123456789,. /-",
    "ABCDEFGHKLMNOPRSTUVWYZ0123456789/ ,.\r\n()",
  ]);
  const length = random.pick([3, 12, 40, 200, 4_000]);
  return Array.from({ length }, () => alphabet.charAt(random.integer(0, alphabet.length - 1))).join(
    "",
  );
}

describe("hostile texts", () => {
  const counts = createTextCounts();
  const read = createContentReader({ texts: { now: () => 0, counts } });
  const labels = [
    ...new Set(knownTexts.map(([label]) => label)),
    "4A",
    "4N",
    "83",
    "H2",
    "MA",
    "SQ",
  ];

  it("give valid content or none, however known texts are mutated", () => {
    const random = createSeededRandom(21);
    for (let round = 0; round < 6_000; round++) {
      const [label, text] = random.pick(knownTexts);
      let bytes: Buffer = Buffer.from(text, "latin1");
      for (let times = random.integer(1, 3); times > 0 && bytes.length > 0; times--) {
        bytes = mutateBytes(bytes, random, Buffer.from(random.pick(knownTexts)[1], "latin1"));
      }
      expect(flawsOf(label, bytes.toString("latin1").replaceAll("\0", "␀"), read)).toEqual([]);
    }
    expect(counts.read).toBeGreaterThan(500);
  });

  it("of binary payloads give valid content or none, however they are mutated", () => {
    const random = createSeededRandom(23);
    let found = 0;
    for (let round = 0; round < 6_000; round++) {
      const { label, text } = random.pick(payloadTexts);
      let bytes: Buffer = Buffer.from(text, "latin1");
      for (let times = random.integer(0, 3); times > 0 && bytes.length > 0; times--) {
        bytes = mutateBytes(bytes, random, Buffer.from(random.pick(payloadTexts).text, "latin1"));
      }
      expect(flawsOf(label, bytes.toString("latin1").replaceAll("\0", "␀"), read)).toEqual([]);
    }
    for (let round = 0; round < 6_000; round++) {
      // Bits at random reach what damage of a sound message seldom does: every element, every tag.
      const octets = Array.from({ length: random.integer(1, 120) }, () => random.integer(0, 255));
      const [label, kind] = random.pick([
        ["AA", "AT1"],
        ["B6", "ADS"],
        ["A6", "ADS"],
        ["BA", "CC1"],
      ] as const);
      const text = `/ZZZZAYA.${kind}.XX-ABC${Buffer.from(octets).toString("hex")}`;
      expect(flawsOf(label, text, read)).toEqual([]);
      if (read({ ...decodedFrom(acarsdecDownlink), label, text }, 0).decoded !== null) found++;
    }
    expect(found).toBeGreaterThan(5_000);
  });

  it("of binary payloads that are as long as a text may be end", () => {
    for (const part of ["F", "0", "z", "!", "7F", "|", "0E"]) {
      for (const { label, text } of payloadTexts) {
        const long = text.slice(0, 30) + part.repeat(16_000 / part.length);
        expect(flawsOf(label, long, read)).toEqual([]);
      }
    }
  });

  it("give valid content or none, whatever is sent under any label", () => {
    const random = createSeededRandom(22);
    for (let round = 0; round < 3_000; round++) {
      const head = random.pick([
        "",
        "POS",
        "POS02,",
        "N ",
        "/",
        "FPN/",
        "(2",
        "OUT01",
        "- #MD",
        "#M1B",
      ]);
      expect(flawsOf(random.pick(labels), head + randomText(random), read)).toEqual([]);
    }
  });

  it("that are made for the library's patterns end", () => {
    for (const label of [...labels, "10", "20", "33", "4T", "8E", "30", "58"]) {
      for (const text of [",", "/", "N", " ", "-", ".", "(", "1", "A/", "N1E1", "\r\n", "#"]) {
        const many = text.repeat(Math.floor(4_000 / text.length));
        expect(flawsOf(label, many, read)).toEqual([]);
        expect(flawsOf(label, `POS${many}\n!`, read)).toEqual([]);
      }
    }
  });
});
