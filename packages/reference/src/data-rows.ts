import { readFileSync } from "node:fs";

/** Reads the rows of a file of `data/`: cells separated by tabs, after a line of column names. */
export function readDataRows(name: string): string[][] {
  const text = readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8");
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split("\t"));
}
