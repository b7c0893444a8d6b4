/** Checks what is read from real texts: of real lines, where the machine has them. */
import { readFileSync } from "node:fs";
import { createContentReader, type ReceivedMembers, readObject } from "@jetwire/decoders";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { expect, it } from "vitest";

const readContent = createContentReader({ texts: { now: () => 0 } });
const decoders = ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"] as const;

/** Returns what the messages say that were decoded from their text. */
function textContents(): ReceivedMembers[] {
  return decoders.flatMap((decoder) => {
    const text = readFileSync(new URL(`${decoder}.ndjson`, decoderCorpus.folder), "utf8");
    return text.split("\n").flatMap((line) => {
      const result = line === "" ? null : readObject(JSON.parse(line));
      if (result?.status !== "decoded") return [];
      const content = readContent(result.message, result.message.stationTimeMs ?? 0);
      return content.decoded?.by === "text" ? [content] : [];
    });
  });
}

function countBy<T>(values: readonly T[], name: (value: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[name(value)] = (counts[name(value)] ?? 0) + 1;
  return counts;
}

function isRouted({ departingAirport, destinationAirport }: ReceivedMembers): boolean {
  return departingAirport !== null || destinationAirport !== null;
}

describeUnless(decoderCorpus.missing, "texts of real messages", () => {
  it("are read by label", () => {
    const contents = textContents();
    const byLabel = countBy(contents, ({ label }) => label ?? "");
    console.table(byLabel);
    expect(byLabel).toEqual({
      ":;": 2,
      "11": 1,
      "12": 5,
      "15": 10,
      "16": 8,
      "1L": 1,
      "21": 5,
      "22": 6,
      "32": 3,
      "36": 2,
      "44": 1,
      "5Z": 3,
      "80": 5,
      A0: 1,
      A9: 1,
      B9: 5,
      H1: 101,
      QR: 1,
      SA: 1,
    });
    const positions = contents.filter(({ positionSource }) => positionSource === "text");
    expect(positions).toHaveLength(63);
    expect(contents.filter(({ times }) => times !== null)).toHaveLength(18);
    expect(contents.filter(isRouted)).toHaveLength(38);
  });

  it("have descriptions for people, and altitudes that a flight can have", () => {
    for (const { decoded, altitude } of textContents()) {
      const words = [decoded?.description, ...(decoded?.items ?? []).map(({ value }) => value)];
      expect(words.join("|")).not.toMatch(/undefined|\bnull\b|NaN|\[object|CPDLC|\p{Cc}/u);
      expect(decoded?.description).toMatch(/^(?!Unknown)[A-Z]/);
      expect(altitude ?? 0).toBeLessThanOrEqual(60_000);
    }
  });

  it("give the same position in two reports that one aircraft sends at one time", () => {
    const contents = textContents();
    const pairs = contents
      .filter(({ label }) => label === "22")
      .flatMap((one) => {
        const isPair = ({ label, tail, altitude }: ReceivedMembers) =>
          label === "21" && tail === one.tail && altitude === one.altitude;
        const other = contents.find(isPair);
        return other === undefined ? [] : [[one, other] as const];
      });
    expect(pairs.length).toBeGreaterThan(3);
    for (const [one, other] of pairs) {
      expect(one.latitude).toBeCloseTo(other.latitude ?? 0, 2);
      expect(one.longitude).toBeCloseTo(other.longitude ?? 0, 2);
    }
  });
});
