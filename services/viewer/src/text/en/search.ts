import { plural } from "../plural.ts";

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  m: ["minute", "minutes"],
  h: ["hour", "hours"],
  d: ["day", "days"],
};

/** Returns a range that ends now in words: `-6h` as `6 hours`. */
function rangeText(range: string): string {
  const [one = "", many = ""] = units[range.at(-1) ?? ""] ?? [];
  return plural(Number(range.slice(1, -1)), one, many);
}

/** The page that searches stored messages. */
export const searchTexts = {
  title: "Search",
  tab: (filters: string) => `${filters} – Search`,
  text: "Text or words",
  textHint: "Text or words, at least three letters",
  time: "Time",
  range: (range: string) => `Last ${rangeText(range)}`,
  custom: "From … to …",
  from: (zone: string) => (zone === "utc" ? "From (UTC)" : "From"),
  to: "to",
  export: "Export",
  signInToExport: "Sign in to export",
  exportLimit: "Exactly these filters and times, oldest first, up to 1,000,000 rows.",
  csv: "CSV, a table",
  ndjson: "NDJSON, one message per line",
  exportParts: {
    tree: "NDJSON with everything the decoder decoded",
    raw: "NDJSON with the decoder's objects",
  },
  grouped: "One row per transmission",
  searching: "Searching …",
  shown: (rows: number) => `${plural(rows, "message", "messages")} shown`,
  shownMore: (rows: string) => `${rows} shown, more below`,
  back: (time: string) => `searched back to ${time}`,
  newestFirst: "newest first",
  nothing: "No message matches in this time.",
  tryRange: (range: string) => `Search the last ${rangeText(range)}`,
  further: "Search further back",
  full: "The list is full. Select a shorter time or another filter.",
  end: "Nothing older in this time.",
};
