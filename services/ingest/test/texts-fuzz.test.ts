import { createContentReader, createTextCounts, type DecodedMessage } from "@jetwire/decoders";
import { acarsdecDownlink, decodedFrom, knownTexts } from "@jetwire/decoders/samples";
import { Message } from "@jetwire/protocol";
import { createRandom, mutateBytes, type Random } from "@jetwire/testbed";
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
  if (/\bNaN\b|undefined|\[object/.test(JSON.stringify(decoded))) flaws.push("no value");
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  if (/[\u0000-\u001f\u007f-\u009f]/.test(decoded?.description ?? "")) flaws.push("control");
  return flaws.map((flaw) => `${label} ${JSON.stringify(text)}: ${flaw}`);
}

function randomText(random: Random): string {
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
    const random = createRandom(21);
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

  it("give valid content or none, whatever is sent under any label", () => {
    const random = createRandom(22);
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
