/**
 * Real lines of real decoders, where the machine has them: they aren't ours to publish, so this
 * runs only beside a checkout that has the corpus next to it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { expect, it } from "vitest";
import { ignoredReasons, keepKinds, readObject } from "@jetwire/decoders";
import { splitAndParse } from "@jetwire/transport";
import { knownLines } from "./corpus-lines.ts";
import { decodedFrom, receivedFrom, statusOfParsed } from "@jetwire/decoders/samples";

const corpus = decoderCorpus.folder;

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, corpus), "utf8").split("\n").filter(Boolean);
}

function objectAt(file: string, lineNumber: number): unknown {
  const line = linesOf(file)[lineNumber - 1] ?? "";
  const [object] = splitAndParse(line);
  return object !== undefined && "value" in object ? object.value : undefined;
}

/** Every object of a text by what became of it. */
function resultsOf(text: string): string[] {
  return splitAndParse(text).map((object) => {
    if ("reason" in object) return `rejected: ${object.reason}`;
    const result = readObject(object.value);
    if (result.status === "decoded") return `decoded: ${result.message.kind}`;
    return `${result.status}: ${result.reason}`;
  });
}

function tally(file: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of linesOf(file)) {
    const results = resultsOf(line);
    expect(results).toHaveLength(1);
    for (const result of results) counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

describeUnless(decoderCorpus.missing, "the corpus", () => {
  it("has one result per line, and none of the decoders' lines is rejected", () => {
    const files = readdirSync(corpus).filter((file) => file.endsWith(".ndjson"));
    const table = Object.fromEntries(files.map((file) => [file, tally(file)]));
    console.table(table);
    for (const decoder of ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"]) {
      const counts = table[`${decoder}.ndjson`] ?? {};
      expect(Object.keys(counts).filter((result) => result.startsWith("rejected"))).toEqual([]);
    }
    // An event that we'd send rather than get, and broken lines wrapped for keeping.
    expect(table["airframes-realtime.ndjson"]).toEqual({ "rejected: unknown-format": 1 });
    expect(table["malformed.ndjson"]).toEqual({ "rejected: unknown-format": 4 });
  });

  it.each([
    ["acarsdec", 146],
    ["vdlm2dec", 2],
    ["dumpvdl2", 160],
    ["dumphfdl", 1_920],
  ])("has the envelope of each line of %s that is not stored", (decoder, count) => {
    const results = linesOf(`${decoder}.ndjson`).flatMap((line) =>
      splitAndParse(line).map((object) => readObject("value" in object ? object.value : null)),
    );
    const ignored = results.filter(({ status }) => status === "ignored");
    expect(ignored).toHaveLength(count);
    for (const result of ignored) {
      expect(keepKinds(result, new Set())).toBe(result);
      const kept = keepKinds(result, new Set(ignoredReasons));
      if (kept.status !== "decoded") throw new Error(`not kept: ${JSON.stringify(kept)}`);
      const { source, kind, label, stationTimeMs, frequency } = kept.message;
      expect(source).toBe(decoder);
      expect(label).toBe(kind === "ground-squitter" && decoder === "acarsdec" ? "SQ" : null);
      expect(stationTimeMs).toBeGreaterThan(Date.UTC(2018, 0));
      expect(frequency).toBeGreaterThan(1);
    }
  });

  it("salvages the second message of two that were spliced", () => {
    const results = linesOf("malformed.ndjson").map((line) => {
      const { raw }: { raw: string } = JSON.parse(line);
      return resultsOf(raw);
    });
    expect(results).toEqual([
      ["rejected: truncated", "ignored: ground-squitter"],
      ["rejected: truncated", "decoded: acars"],
      ["rejected: truncated", "decoded: acars"],
      ["rejected: truncated", "ignored: link-frame"],
    ]);
  });

  it.each(knownLines)("reads %s line %i as checked by hand", (decoder, line, expected) => {
    const object = objectAt(`${decoder}.ndjson`, line);
    expect({ ...decodedFrom(object), ...receivedFrom(object) }).toMatchObject(expected);
  });

  it("reports the parts of messages of several blocks", () => {
    const counts: Record<string, number> = {};
    for (const decoder of ["acarsdec", "vdlm2dec", "dumpvdl2", "dumphfdl", "iridium-toolkit"]) {
      for (const line of linesOf(`${decoder}.ndjson`)) {
        const [object] = splitAndParse(line);
        const result = readObject(object !== undefined && "value" in object ? object.value : null);
        if (result.status !== "decoded" || result.message.label === null) continue;
        const key = `${decoder}: ${result.message.assembly?.status ?? "single block"}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    console.table(counts);
    expect(counts).toEqual({
      "acarsdec: single block": 213,
      "acarsdec: in-progress": 57,
      "acarsdec: complete": 27,
      "acarsdec: duplicate": 8,
      "acarsdec: out-of-sequence": 5,
      "vdlm2dec: single block": 5,
      "dumpvdl2: single block": 294,
      "dumpvdl2: complete": 12,
      "dumpvdl2: unknown": 48,
      "dumphfdl: single block": 1_073,
      "dumphfdl: unknown": 5,
      "iridium-toolkit: single block": 4,
    });
  });

  it.each([
    ["acarsdec", 1, "ignored: ground-squitter"],
    ["vdlm2dec", 1, "ignored: link-frame"],
    ["dumpvdl2", 1, "ignored: link-frame"],
    ["dumphfdl", 98, "ignored: link-frame"],
  ])("doesn't store %s line %i", (decoder, line, expected) => {
    expect(statusOfParsed(objectAt(`${decoder}.ndjson`, line))).toBe(expected);
  });
});
