/** Checks that texts are read like libacars reads them: of real lines that have both, where the machine has them. */
import { readFileSync } from "node:fs";
import { createContentReader, readObject, treeOf } from "@jetwire/decoders";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { expect, it } from "vitest";

const readContent = createContentReader({ texts: { now: () => 0 } });
const decoders = ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"] as const;

/** The applications of which libacars reads the text of an ACARS block. */
const applications = ["arinc622", "media-adv", "miam"] as const;

function messagesOf(decoder: string) {
  const lines = readFileSync(new URL(`${decoder}.ndjson`, decoderCorpus.folder), "utf8");
  return lines.split("\n").flatMap((line) => {
    const result = line === "" ? null : readObject(JSON.parse(line));
    return result?.status === "decoded" ? [{ line, message: result.message }] : [];
  });
}

/** Returns a tree without the state of joining, which a reader of one text does not know. */
function withoutJoining(tree: unknown): unknown {
  return JSON.parse(
    JSON.stringify(tree, (key, value: unknown) => (key === "reasm_status" ? undefined : value)),
  );
}

describeUnless(decoderCorpus.missing, "texts of messages that libacars decoded", () => {
  it("are read to the same tree and the same words, all of them", () => {
    const counts: Record<string, number> = {};
    for (const { line, message } of decoders.flatMap(messagesOf)) {
      const theirs = message.applications ?? {};
      const application = applications.find((name) => theirs[name] !== undefined);
      if (application === undefined || message.text === null) continue;
      const bare = { ...message, applications: null };
      const own = treeOf(bareLine(line));
      const timeMs = message.stationTimeMs ?? 0;
      const { decoded: said, positionSource: source, ...given } = readContent(message, timeMs);
      const { decoded: read, positionSource, ...found } = readContent(bare, timeMs);
      expect({ line, own, found, isPlaced: positionSource !== null, read }).toEqual({
        line,
        own: withoutJoining({ [application]: theirs[application] }),
        found: given,
        isPlaced: source !== null,
        read: { ...said, by: "text", decoder: "jetwire" },
      });
      const name = `${application} ${said?.application ?? ""}`;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    console.table(counts);
    expect(counts).toEqual({
      "arinc622 adsc": 70,
      "arinc622 cpdlc": 115,
      "media-adv media-advisory": 172,
      "miam miam": 1,
    });
  });
});

/** Returns a decoder's line without what it decoded. */
function bareLine(line: string): string {
  return JSON.stringify(JSON.parse(line), (key, value: unknown) =>
    key === "libacars" || applications.some((name) => name === key) ? undefined : value,
  );
}
