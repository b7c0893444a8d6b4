import type { AirframeCells } from "../airframe-cells.ts";
import { readCsvRows } from "../csv.ts";
import type { ModelsByCode, Register } from "./register.ts";

/** Columns are padded with blanks and never quoted; a name may contain a quote. */
const dialect = { delimiter: ",", quote: null };

/** Registrants that are no private persons: corporation, government, LLC, foreign corporation. */
const organisations = new Set(["3", "5", "7", "8"]);

const modelsMax = 500_000;

/**
 * Recognises `MASTER.txt` of the FAA's releasable registry. Manufacturer and model are in
 * `ACFTREF.txt`, by code. Only names of organisations are read, and no addresses.
 */
export function faaRegister(firstLine: string, modelsByCode: ModelsByCode): Register | null {
  const header = firstLine.split(",").map((name) => name.trim().toUpperCase());
  const at = (name: string) => header.indexOf(name);
  const tail = at("N-NUMBER");
  const model = at("MFR MDL CODE");
  if (tail === -1 || model === -1) return null;
  const [hex, octal, registrant, owner] = [
    at("MODE S CODE HEX"),
    at("MODE S CODE"),
    at("TYPE REGISTRANT"),
    at("NAME"),
  ];
  return {
    name: "FAA registry",
    dialect,
    hasHeader: true,
    cells(row): AirframeCells {
      const number = row[tail] ?? "";
      return {
        icao: row[hex] || fromOctal(row[octal] ?? ""),
        tail: number === "" ? "" : `N${number}`,
        owner: organisations.has(row[registrant] ?? "") ? (row[owner] ?? "") : "",
        ...modelsByCode.get(row[model] ?? ""),
      };
    },
  };
}

/** Reads `ACFTREF.txt`: CODE, MFR, MODEL, … @returns null if the file is something else. */
export async function readFaaModels(
  input: AsyncIterable<Uint8Array>,
): Promise<ModelsByCode | null> {
  const byCode = new Map<string, { manufacturer: string; model: string }>();
  let isReference = false;
  for await (const rows of readCsvRows(input, dialect, () => {})) {
    for (const { line, cells } of rows) {
      const [code = "", manufacturer = "", model = ""] = cells;
      if (line === 1) isReference = code.toUpperCase() === "CODE";
      else if (byCode.size < modelsMax) byCode.set(code, { manufacturer, model });
    }
    if (!isReference) return null;
  }
  return byCode;
}

function fromOctal(code: string): string {
  if (!/^[0-7]{8}$/.test(code)) return "";
  return Number.parseInt(code, 8).toString(16).padStart(6, "0");
}
