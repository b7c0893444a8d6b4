/** Real messages of several blocks, where the machine has them: see `corpus.test.ts`. */
import { readFileSync } from "node:fs";
import { decoderCorpus, describeUnless } from "@jetwire/testbed";
import { expect, it } from "vitest";
import { openTestDispatch } from "./test-dispatch.ts";
import { statusOfParsed } from "@jetwire/decoders/samples";

const timeoutMs = 120_000;

interface AcarsdecBlock {
  readonly tail?: string;
  readonly label: string;
  readonly block_id?: string;
  readonly msgno?: string;
  readonly text?: string;
  readonly assstat?: string;
}

function objectsOf(decoder: string): object[] {
  const lines = readFileSync(new URL(`${decoder}.ndjson`, decoderCorpus.folder), "utf8");
  const objects = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as object);
  return objects.filter((object) => statusOfParsed(object) === "decoded");
}

/** Returns the wholes that a station's objects complete, each object in a batch of its own. */
async function wholesOf(objects: readonly object[]) {
  await using opened = await openTestDispatch();
  await opened.dispatch(...objects.map((object) => ({ object, stationId: 1 })));
  return (await opened.appended()).flatMap(({ whole }) => whole?.whole ?? []);
}

/**
 * Returns what acarsdec would send if it did not join blocks: without states, and the text of each last
 * block without those before it.
 */
function unjoined(objects: readonly AcarsdecBlock[]): object[] {
  const open = new Map<string, string>();
  return objects.map((object) => {
    const { assstat, text = "", msgno } = object;
    const number = msgno === undefined ? `up ${object.label}` : msgno.slice(0, 3);
    const key = `${object.tail} ${number}`;
    const before = open.get(key) ?? "";
    if (assstat === "in progress") {
      open.set(key, before + text);
      return { ...object, app: {}, assstat: undefined, end: true };
    }
    const isWhole = assstat === "complete" && text.startsWith(before);
    const isFullBlock = assstat === "duplicate" && text.length > 170;
    return {
      ...object,
      app: {},
      assstat: undefined,
      text: isWhole ? text.slice(before.length) : text,
      ...(isFullBlock && { end: true }),
    };
  });
}

describeUnless(decoderCorpus.missing, "the corpus", () => {
  it.each([
    ["acarsdec", 27, 0],
    ["vdlm2dec", 0, 0],
    ["dumpvdl2", 12, 0],
    ["dumphfdl", 0, 1],
    ["iridium-toolkit", 0, 0],
  ])(
    "has the wholes of %s: %i by the decoder, %i joined here",
    async (decoder, byDecoder, byService) => {
      const wholes = await wholesOf(objectsOf(decoder));
      const joinedBy = (by: string) => wholes.filter((whole) => whole.joinedBy === by).length;
      expect([joinedBy("decoder"), joinedBy("service")]).toEqual([byDecoder, byService]);
    },
    timeoutMs,
  );

  it(
    "has wholes by acarsdec that equal those joined here of the same blocks",
    async () => {
      const objects = objectsOf("acarsdec").slice(-407) as AcarsdecBlock[];
      const ofAcarsdec = (await wholesOf(objects)).map(({ text }) => text);
      const ofService = await wholesOf(unjoined(objects));
      expect(ofService.every(({ joinedBy }) => joinedBy === "service")).toBe(true);
      expect(ofService.map(({ text }) => text)).toEqual(ofAcarsdec);
      expect(ofAcarsdec).toHaveLength(27);
    },
    timeoutMs,
  );
});
