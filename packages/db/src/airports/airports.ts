import type { Airport } from "@jetwire/protocol";
import { type ListedAirport, readAirports } from "@jetwire/reference";
import type { Fragment, Sql } from "../connection/database.ts";
import { allOf, hasName } from "../query/conditions.ts";
import { filledInBulk } from "../query/filled-in-bulk.ts";
import { keyset, type Page } from "../query/keyset.ts";

/** A page of airports; cursors are codes. */
export interface AirportPage extends Page {
  /** A part of the name or the city, in any case, with or without diacritics. */
  readonly name?: string | undefined;
  /** ISO 3166-1 alpha-2 code. */
  readonly country?: string | undefined;
}

/** Lists airports by descending code: the ICAO code, or the IATA code of an airport without one. */
export async function list(sql: Sql, page: AirportPage): Promise<Airport[]> {
  const { name, country } = page;
  const { within, ordered, inOrder } = keyset(sql, page, ["code"]);
  const conditions = allOf(sql, [
    within,
    name !== undefined && hasName(sql, sql`name || ' ' || coalesce(city, '')`, name),
    country !== undefined && sql`country_code = ${country}`,
  ]);
  const rows = await sql<Airport[]>`
    select ${airportColumns(sql)} from airports where ${conditions} ${ordered}`;
  return inOrder(rows).map((row) => ({ ...row }));
}

/** Returns the airport with an ICAO or IATA code. */
export async function find(sql: Sql, code: string): Promise<Airport | null> {
  const [row] = await sql<Airport[]>`
    select ${airportColumns(sql)} from airports where icao = ${code} or iata = ${code}`;
  return row === undefined ? null : { ...row };
}

/** Returns airports by the codes that name them, ICAO or IATA; unknown codes are left out. */
export async function byCode(sql: Sql, codes: readonly string[]): Promise<Map<string, Airport>> {
  const asked = [...new Set(codes)];
  const rows = await sql<Airport[]>`
    select ${airportColumns(sql)} from airports where icao = any(${asked}) or iata = any(${asked})`;
  return new Map(
    rows.flatMap((row) =>
      [row.icao, row.iata]
        .filter((code) => code !== null)
        .map((code) => [code, { ...row }] as const),
    ),
  );
}

/**
 * Returns the codes under which messages name an airport: the given one, ICAO or IATA, and the other
 * one if the airport is known and has it.
 */
export async function spellings(sql: Sql, code: string): Promise<string[]> {
  const airport = await find(sql, code);
  const codes = [code, airport?.icao, airport?.iata];
  return [...new Set(codes.filter((one) => one !== null && one !== undefined))];
}

/**
 * Writes a list of airports, each code once.
 *
 * @param replaces whether airports that are not in the list are deleted
 * @returns the expression that writes them and gives their number
 */
export function writtenAirports(
  sql: Sql,
  airports: readonly ListedAirport[],
  replaces: boolean,
): Fragment {
  return sql`import_airports(
    ${airports.map(({ icao }) => icao)}::text[],
    ${airports.map(({ iata }) => iata)}::text[],
    ${airports.map(({ name }) => name)}::text[],
    ${airports.map(({ city }) => city)}::text[],
    ${airports.map(({ countryCode }) => countryCode)}::text[],
    ${airports.map(({ latitude }) => latitude)}::float8[],
    ${airports.map(({ longitude }) => longitude)}::float8[],
    ${replaces},
    ${airports.map(({ elevation }) => elevation)}::integer[]
  )`;
}

/** Returns the list of a `select` that reads the members of an Airport, under names that JSON may have too. */
export function airportColumns(sql: Sql): Fragment {
  return sql`code as id, icao, iata, name, city, country_code as "countryCode", latitude, longitude, elevation`;
}

/** Fills the airports table, once: an operator's own list is not touched. */
export async function seedAirports(sql: Sql): Promise<void> {
  const [row] = await sql<{ filled: boolean }[]>`
    select exists (select 1 from airports) as filled`;
  const airports = readAirports();
  if (row?.filled) return await addElevations(sql, airports);
  await filledInBulk(
    sql,
    "airports_name",
    () => sql`select ${writtenAirports(sql, airports, false)}`,
  );
}

/** Adds elevations to a table that was filled before it had them. */
async function addElevations(sql: Sql, airports: readonly ListedAirport[]): Promise<void> {
  await sql`
    update airports set elevation = listed.elevation
    from unnest(
      ${airports.map(({ icao, iata }) => icao ?? iata)}::text[], ${airports.map(({ name }) => name)}::text[],
      ${airports.map(({ elevation }) => elevation)}::integer[]
    ) as listed (code, name, elevation)
    where airports.code = listed.code and airports.name = listed.name
      and not exists (select from airports where elevation is not null)`;
}
