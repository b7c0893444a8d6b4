import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parse } from "csv-parse/sync";

/**
 * Writes `data/airports.tsv` from `airports.csv` of the Python package `airportsdata`:
 * `node packages/reference/src/build/airports.ts <airports.csv>`.
 *
 * Keeps airports with an ICAO location indicator of four letters or an IATA code. The package gives
 * other places an identifier of its own making, which no message contains.
 */
const rows: Record<string, string>[] = parse(readFileSync(process.argv[2] ?? "", "utf8"), {
  columns: true,
});
const lines = rows
  .map((row) => {
    const cell = (name: string) => (row[name] ?? "").replaceAll(/\s+/g, " ").trim();
    const icao = /^[A-Z]{4}$/.test(cell("icao")) ? cell("icao") : "";
    const iata = /^[A-Z0-9]{3}$/.test(cell("iata")) ? cell("iata") : "";
    return [
      icao,
      iata,
      cell("name"),
      cell("city"),
      cell("country"),
      degrees(cell("lat")),
      degrees(cell("lon")),
      elevation(cell("elevation")),
    ];
  })
  .filter(([icao, iata]) => icao !== "" || iata !== "")
  .map((cells) => cells.join("\t"))
  .toSorted();
const header = "icao\tiata\tname\tcity\tcountry\tlatitude\tlongitude\televation";
const output = new URL("../../data/airports.tsv", import.meta.url);
writeFileSync(output, `${[header, ...lines].join("\n")}\n`);
process.stdout.write(`${lines.length} airports\n`);

/** Returns whole feet; empty if it is not known. */
function elevation(text: string): string {
  const feet = Math.round(Number(text));
  return text === "" || Number.isNaN(feet) ? "" : String(feet);
}

/** Rounds to four decimals, about ten meters. */
function degrees(text: string): string {
  return String(Math.round(Number(text) * 10_000) / 10_000);
}
