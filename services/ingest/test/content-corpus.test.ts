/** Checks what real messages say: of real lines, where the machine has them. */
import { readFileSync } from "node:fs";
import { createContentReader, readObject, treeOf } from "@jetwire/decoders";
import { type Decoded, decodedApplications } from "@jetwire/protocol";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { expect, it } from "vitest";

/** Skips no text for lack of time, because its clock stands still. */
const readContent = createContentReader({ texts: { now: () => 0 } });
const decoders = ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"] as const;

interface Row {
  readonly decoder: string;
  readonly line: string;
  readonly decoded: Decoded | null;
}

/** Returns the messages that arrived decoded, with what they say. */
function decodedLines(): Row[] {
  return decoders.flatMap((decoder) => {
    const text = readFileSync(new URL(`${decoder}.ndjson`, decoderCorpus.folder), "utf8");
    return text.split("\n").flatMap((line) => {
      if (line === "" || treeOf(line) === null) return [];
      const result = readObject(JSON.parse(line));
      if (result.status !== "decoded") return [];
      const { decoded } = readContent(result.message, result.message.stationTimeMs ?? 0);
      return decoded?.by === "text" ? [] : [{ decoder, line, decoded }];
    });
  });
}

describeUnless(decoderCorpus.missing, "messages that arrive decoded", () => {
  it("all say what their decoder decoded, in full", () => {
    const counts: Record<string, Record<string, number>> = {};
    for (const { decoder, line, decoded } of decodedLines()) {
      if (decoded?.by !== "decoder" || decoded.level !== "full") throw new Error(line);
      const application = decoded.application ?? "";
      expect(decodedApplications).toContain(application);
      const row = (counts[application] ??= {});
      row[decoder] = (row[decoder] ?? 0) + 1;
    }
    console.table(counts);
    expect(counts).toEqual({
      adsc: { acarsdec: 1, dumpvdl2: 65, dumphfdl: 4 },
      cpdlc: { dumpvdl2: 89, dumphfdl: 26 },
      "media-advisory": { dumpvdl2: 1, dumphfdl: 171 },
      miam: { dumphfdl: 1 },
      "atn-cpdlc": { dumpvdl2: 12 },
    });
  });

  it("have no words that only a program understands", () => {
    const rows = decodedLines();
    expect(rows.length).toBeGreaterThan(300);
    for (const { decoded } of rows) {
      const words = [decoded?.description, ...(decoded?.items ?? []).map(({ value }) => value)];
      expect(words.join("|")).not.toMatch(/undefined|\bnull\b|NaN|\[object|\[[a-z]+\]/i);
      expect(decoded?.description).not.toMatch(/^unknown/i);
    }
  });
});
