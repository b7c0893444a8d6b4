import type { StationToImport } from "@jetwire/db";
import type { CsvRow } from "./csv.ts";

/** Columns that a header may name; `ident` is required. */
export const stationColumns = [
  "ident",
  "account",
  "source_type",
  "latitude",
  "longitude",
  "country",
  "shows_exact_position",
  "hidden",
] as const;
type StationColumn = (typeof stationColumns)[number];

/** Reads a station from a row by the header's names, or returns why it is refused. Empty cells are ignored. */
export function readStation(
  header: readonly string[],
  { line, cells }: CsvRow,
): StationToImport | { refused: string } {
  const cell = (name: StationColumn) => cells[header.indexOf(name)] || null;
  const ident = cell("ident");
  if (ident === null || ident.length > 64) return { refused: "ident must have 1 to 64 characters" };
  const [latitude, longitude] = [degrees(cell("latitude"), 90), degrees(cell("longitude"), 180)];
  if (latitude === undefined || longitude === undefined)
    return { refused: "latitude or longitude is out of range" };
  if ((latitude === null) !== (longitude === null))
    return { refused: "latitude and longitude must be given together" };
  const countryCode = cell("country")?.toUpperCase() ?? null;
  if (countryCode !== null && !/^[A-Z]{2}$/.test(countryCode)) {
    return { refused: "country must be a code of two letters" };
  }
  const sourceType = cell("source_type");
  if (sourceType !== null && !/^[a-z0-9-]{1,32}$/.test(sourceType)) {
    return { refused: "source_type is not valid" };
  }
  const [showsExactPosition, hidden] = [flag(cell("shows_exact_position")), flag(cell("hidden"))];
  if (showsExactPosition === undefined || hidden === undefined) {
    return { refused: "shows_exact_position and hidden must be yes or no" };
  }
  const account = cell("account");
  return {
    line,
    ident,
    account,
    sourceType,
    latitude,
    longitude,
    countryCode,
    showsExactPosition,
    hidden,
  };
}

function degrees(text: string | null, most: number): number | null | undefined {
  if (text === null) return null;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= most ? value : undefined;
}

function flag(text: string | null): boolean | null | undefined {
  if (text === null) return null;
  if (/^(?:yes|y|true|t|1)$/i.test(text)) return true;
  return /^(?:no|n|false|f|0)$/i.test(text) ? false : undefined;
}
