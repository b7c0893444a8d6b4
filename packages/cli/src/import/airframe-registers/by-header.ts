import { dialectOf, readCells } from "../csv.ts";
import type { AirframeCells } from "../airframe-cells.ts";
import type { Register } from "./register.ts";

/** Names of columns, without case, blanks and punctuation; the first that is present is used. */
const namesOf = {
  icao: ["icao24", "icao", "hex", "modes", "modeshex", "modescodehex", "address", "transponder"],
  tail: ["registration", "tail", "tailnumber", "reg", "nnumber"],
  type: ["typecode", "icaotypecode", "icaotype", "type", "typedesignator"],
  manufacturer: ["manufacturername", "manufacturer", "mfr", "manufacturericao"],
  model: ["model", "desc", "description", "modelname"],
  owner: ["owner", "registeredowners", "registeredowner", "ownop"],
  operator: ["operator", "operatorname"],
  military: ["military", "ismilitary"],
} as const satisfies Record<keyof AirframeCells, readonly string[]>;

/**
 * Recognises a file whose header names an address or a tail: OpenSky's aircraft database in its
 * variants (the later one in single quotes), and lists of other tools.
 */
export function registerByHeader(firstLine: string): Register | null {
  const dialect = dialectOf(firstLine);
  const header = readCells(firstLine, dialect)?.map((name) =>
    name.toLowerCase().replace(/[^a-z0-9]/g, ""),
  );
  if (header === undefined) return null;
  const columns = Object.fromEntries(
    Object.entries(namesOf).map(([cell, names]) => [
      cell,
      names.map((name) => header.indexOf(name)).find((index) => index !== -1) ?? -1,
    ]),
  ) as Record<keyof AirframeCells, number>;
  if (columns.icao === -1 && columns.tail === -1) return null;
  const isOpenSky = header.includes("icao24") && header.includes("operatorcallsign");
  return {
    name: isOpenSky ? "OpenSky" : "CSV with a header",
    dialect,
    hasHeader: true,
    cells: (row) => ({
      icao: row[columns.icao] ?? "",
      tail: row[columns.tail] ?? "",
      type: row[columns.type] ?? "",
      manufacturer: row[columns.manufacturer] ?? "",
      model: row[columns.model] ?? "",
      owner: row[columns.owner] ?? "",
      operator: row[columns.operator] ?? "",
      military: readFlag(row[columns.military] ?? ""),
    }),
  };
}

function readFlag(text: string): boolean | null {
  if (/^(?:1|t|true|y|yes)$/i.test(text)) return true;
  return /^(?:0|f|false|n|no)$/i.test(text) ? false : null;
}
