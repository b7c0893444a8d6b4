import type { ListedAirline } from "@jetwire/db";
import { type CsvRow, type Dialect, dialectOf, readCells } from "./csv.ts";

/** A kind of list of airlines. */
export interface AirlineList {
  readonly name: string;
  readonly dialect: Dialect;
  readonly hasHeader: boolean;
  read(row: CsvRow): ListedAirline;
}

/** OpenFlights' quotes are escaped by a backslash; `\N` is its null. */
const openFlights: Dialect = { delimiter: ",", quote: '"', escape: "\\" };

/**
 * Recognises a list by its first line: `airlines.dat` of OpenFlights (id, name, alias, IATA, ICAO,
 * call sign, country, active; no header), or one with a header that names at least `icao`.
 */
export function recogniseAirlines(firstLine: string): AirlineList | null {
  return openFlightsList(firstLine) ?? listByHeader(firstLine);
}

function openFlightsList(firstLine: string): AirlineList | null {
  const cells = readCells(firstLine, openFlights);
  if (cells?.length !== 8 || !/^-?\d+$/.test(cells[0] ?? "")) return null;
  return {
    name: "OpenFlights",
    dialect: openFlights,
    hasHeader: false,
    read: ({
      cells: [id = "", name = "", , iata = "", icao = "", , country = "", active = ""],
    }) => ({
      id,
      name,
      iata,
      icao,
      active,
      country,
    }),
  };
}

function listByHeader(firstLine: string): AirlineList | null {
  const dialect = dialectOf(firstLine);
  const header = readCells(firstLine, dialect)?.map((name) => name.toLowerCase()) ?? [];
  const [icao, iata, name, active] = ["icao", "iata", "name", "active"].map((column) =>
    header.indexOf(column),
  );
  if (icao === undefined || icao === -1) return null;
  return {
    name: "CSV with a header",
    dialect,
    hasHeader: true,
    read: (row) => ({
      // Of several airlines with one code the active one is used, then the first.
      id: String(row.line),
      name: cellAt(row, name),
      iata: cellAt(row, iata),
      icao: cellAt(row, icao),
      active: /^(?:n|no|0|f|false)$/i.test(cellAt(row, active)) ? "N" : "Y",
    }),
  };
}

function cellAt({ cells }: CsvRow, index = -1): string {
  return cells[index] ?? "";
}
