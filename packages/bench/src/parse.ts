import { createContentReader, readObject } from "@jetwire/decoders";
import { splitAndParse } from "@jetwire/transport";
import { messageTexts, seed } from "./simulated-messages.ts";
import { median, type Section } from "./report.ts";

const objects = 20_000;
const passes = 9;

/** Uses a clock that shows one time only, so no text is left out for lack of time. */
const readContent = createContentReader({ texts: { now: () => 0 } });

/** Measures reading objects (framing, parsing, mapping, decoding their content) beside JSON.parse alone of the same texts, in turn. */
export function runParsing(): Section {
  const texts = messageTexts(objects);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const alone: number[] = [];
  const whole: number[] = [];
  for (let pass = 0; pass < passes; pass++) {
    alone.push(
      timed(() => {
        for (const text of texts) JSON.parse(text);
      }),
    );
    whole.push(
      timed(() => {
        for (const text of texts) {
          for (const object of splitAndParse(text)) {
            if (!("value" in object)) continue;
            const result = readObject(object.value);
            if (result.status === "decoded") readContent(result.message, Date.now());
          }
        }
      }),
    );
  }
  const perObject = (ms: number) => ((ms * 1e6) / objects).toFixed(0);
  const share = median(alone) / median(whole);
  return {
    name: "parse",
    heading:
      `parse: ${objects} simulated objects (seed ${seed}, ${Math.round(bytes / objects)} bytes each), ` +
      `median of ${passes} passes`,
    rows: [
      ["", "ns/object", "objects/s", "share of JSON.parse's speed"],
      ["JSON.parse alone", perObject(median(alone)), rate(median(alone)), "100 %"],
      [
        "read (frame, parse, map, decode)",
        perObject(median(whole)),
        rate(median(whole)),
        `${Math.round(100 * share)} %`,
      ],
    ],
    figures: { objects, jsonParseMs: alone, readMs: whole, shareOfJsonParse: share },
  };
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function rate(ms: number): string {
  return Math.round((objects * 1_000) / ms).toLocaleString("en");
}
