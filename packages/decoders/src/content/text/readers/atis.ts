/** Automatic terminal information (ARINC 623): requests have label B9, reports A9. */
import { airportOf } from "../values.ts";
import type { TextFacts } from "../text-facts.ts";

/** `/KMCI.TI2/040KMCIA1EB3`, or `040KMCIA` without the address: airport, and A, D or E for arrival, departure or en route. */
const requestPattern = /^(?:\/[A-Z0-9]{4,7}\.TI2\/)?\d{3}([A-Z]{4})([ADE])(?:[0-9A-F]{4})?\s*$/;
/** `/ATSASXA.TI2/KABQ ARR ATIS D` and lines of text */
const reportPattern = /^\/[A-Z0-9]{4,7}\.TI2\/([A-Z]{4}) (ARR|DEP|ENR) ATIS ([A-Z])\s/;

const kinds: Readonly<Record<string, string>> = { A: "arrival", D: "departure", E: "en-route" };

export function readAtis(label: string, text: string): TextFacts | null {
  const match = (label === "B9" ? requestPattern : reportPattern).exec(text);
  const airport = airportOf(match?.[1]);
  const kind = kinds[match?.[2]?.charAt(0) ?? ""];
  if (match === null || airport === null || kind === undefined) return null;
  const airportItem = { label: "Airport", value: airport };
  if (label === "B9") {
    const title = `Request for the ${kind} ATIS of ${airport}`;
    return {
      decoder: "arinc-623-atis",
      level: "full",
      application: "atis",
      title,
      items: [airportItem],
    };
  }
  const letter = match[3] ?? "";
  const report = text.slice(match[0].length);
  return {
    decoder: "arinc-623-atis",
    level: "partial",
    application: "atis",
    title: `ATIS ${letter} for ${kind} at ${airport}`,
    message: report.trim(),
    items: [airportItem, { label: "Information", value: letter }],
  };
}
