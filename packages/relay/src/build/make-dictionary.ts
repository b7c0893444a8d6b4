import { writeFileSync } from "node:fs";
import process from "node:process";
import { createNetwork } from "@jetwire/simulator";

/*
 * Makes a dictionary for zstd from lines of a simulated network, and writes it into the package transport:
 *
 *   node packages/relay/src/build/make-dictionary.ts NAME
 *
 * A dictionary that is in use must never change, so an existing one is not replaced.
 */

/** More makes lines hardly smaller. */
const dictionaryBytes = 32 * 1_024;
const linesRead = 4_000;

/** The shares of the dictionary by kind of line; what comes last is found best. */
const shares = [
  ["other", 0.15],
  ["flat", 0.2],
  ["vdl2", 0.3],
  ["hfdl", 0.35],
] as const;

const [name] = process.argv.slice(2);
if (name === undefined || !/^[a-z]+-\d+$/.test(name))
  throw new Error("name the dictionary: jetwire-2");
const file = new URL(`../../../transport/src/relayed/${name}.dictionary`, import.meta.url);
writeFileSync(file, makeDictionary(), { flag: "wx" });

function makeDictionary(): string {
  const network = createNetwork({
    seed: 7,
    stations: 240,
    ratePerSecond: 50,
    airframes: 600,
    junkShare: 0,
    startMs: Date.UTC(2026, 0, 1),
  });
  const lines = Array.from({ length: linesRead }, () => network.next().bytes.toString().trim());
  const byKind = Map.groupBy(lines, kindOf);
  return shares
    .map(([kind, share]) => differentLines(byKind.get(kind) ?? [], share * dictionaryBytes))
    .join("");
}

function kindOf(line: string): (typeof shares)[number][0] {
  if (line.includes('"hfdl"')) return "hfdl";
  if (line.includes('"vdl2"')) return "vdl2";
  return line.includes('"station_id"') ? "flat" : "other";
}

/** Returns lines that differ in more than their values. */
function differentLines(lines: readonly string[], bytesMax: number): string {
  const shapes = new Set<string>();
  let text = "";
  for (const line of lines) {
    const shape = line.replace(/"[^"]*"(?!:)/g, '""').replace(/[\d.-]+/g, "0");
    if (text.length >= bytesMax) break;
    if (!shapes.has(shape)) text += `${line}\n`;
    shapes.add(shape);
  }
  return text;
}
