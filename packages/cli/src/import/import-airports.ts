import type { ListedAirport } from "@jetwire/db";
import { type CsvRow, type Dialect, dialectOf, readCells, readCsvRows } from "./csv.ts";
import { createRefusals, type Refusals } from "./refusals.ts";

/** A kind of list of airports: the index of each column; -1 if the list has none. */
export interface AirportList {
  readonly dialect: Dialect;
  readonly columns: Readonly<Record<Column, number>>;
}

/** The names that a header may give a column. `gps_code` and the others are those of OurAirports. */
const names = {
  icao: ["icao", "icao_code", "gps_code"],
  iata: ["iata", "iata_code"],
  name: ["name"],
  city: ["city", "municipality"],
  country: ["country", "iso_country"],
  latitude: ["latitude", "lat", "latitude_deg"],
  longitude: ["longitude", "lon", "longitude_deg"],
  elevation: ["elevation", "elevation_ft"],
} as const;
type Column = keyof typeof names;

/** About eighty thousand airfields are known. */
const airportsMax = 200_000;
const textCharsMax = 100;

/** Recognizes a list by its header, which names a code, the name and the position; null otherwise. */
export function recogniseAirports(firstLine: string): AirportList | null {
  const dialect = dialectOf(firstLine);
  const header = readCells(firstLine, dialect)?.map((name) => name.toLowerCase()) ?? [];
  const at = (column: Column) =>
    names[column].map((name) => header.indexOf(name)).find((index) => index !== -1) ?? -1;
  const columns = {
    icao: at("icao"),
    iata: at("iata"),
    name: at("name"),
    city: at("city"),
    country: at("country"),
    latitude: at("latitude"),
    longitude: at("longitude"),
    elevation: at("elevation"),
  };
  const { icao, iata, name, latitude, longitude } = columns;
  const isKnown = Math.max(icao, iata) !== -1 && Math.min(name, latitude, longitude) !== -1;
  return isKnown ? { dialect, columns } : null;
}

/**
 * Reads a whole list of airports, because a code may be listed once only.
 *
 * @throws RangeError if it is longer than any list of airports
 */
export async function readAirportFile(
  input: AsyncIterable<Uint8Array>,
  list: AirportList,
): Promise<{ airports: ListedAirport[]; rows: number; refusals: Refusals }> {
  const refusals = createRefusals();
  const airports: ListedAirport[] = [];
  const codes = new Set<string>();
  let headers = 1;
  let rows = 0;

  function add(row: CsvRow): void {
    const airport = toAirport(list, row);
    if ("refused" in airport) return refusals.add(row.line, airport.refused);
    const own = [airport.icao, airport.iata].filter((code) => code !== null);
    if (own.some((code) => codes.has(code))) return refusals.add(row.line, "code is listed twice");
    for (const code of own) codes.add(code);
    airports.push(airport);
  }

  for await (const read of readCsvRows(input, list.dialect, (line) => {
    rows++;
    refusals.add(line, "quotes don't match");
  })) {
    for (const row of read.slice(headers)) {
      rows++;
      add(row);
    }
    if (airports.length > airportsMax) throw new RangeError(`over ${airportsMax} airports`);
    headers = 0;
  }
  return { airports, rows, refusals };
}

function toAirport(
  { columns }: AirportList,
  { cells }: CsvRow,
): ListedAirport | { refused: string } {
  const cell = (column: Column) => (cells[columns[column]] ?? "").slice(0, textCharsMax);
  const icao = codeOf(cell("icao"), /^[A-Z]{4}$/);
  const iata = codeOf(cell("iata"), /^[A-Z0-9]{3}$/);
  if (icao === null && iata === null) return { refused: "no ICAO or IATA code" };
  const name = cell("name");
  if (name === "") return { refused: "no name" };
  const [latitude, longitude] = [degrees(cell("latitude"), 90), degrees(cell("longitude"), 180)];
  if (latitude === null || longitude === null) {
    return { refused: "latitude or longitude is not valid" };
  }
  const countryCode = codeOf(cell("country"), /^[A-Z]{2}$/);
  const city = cell("city") || null;
  const elevation = feet(cell("elevation"));
  return { icao, iata, name, city, countryCode, latitude, longitude, elevation };
}

function codeOf(text: string, form: RegExp): string | null {
  const code = text.toUpperCase();
  return form.test(code) ? code : null;
}

/** Returns whole feet of the surface of the earth; null for anything else. */
function feet(text: string): number | null {
  const value = text === "" ? Number.NaN : Math.round(Number(text));
  return value >= -2_000 && value <= 30_000 ? value : null;
}

function degrees(text: string, most: number): number | null {
  const value = text === "" ? Number.NaN : Number(text);
  return Math.abs(value) <= most ? value : null;
}
