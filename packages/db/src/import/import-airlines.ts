import { cleanAirlines, type ListedAirline } from "../airframes/airline-seed.ts";
import type { Sql } from "../connection/database.ts";

/**
 * Imports a list of airlines, cleaned as the seed is: one per ICAO code, and one owner per IATA code.
 *
 * @param replaces whether airlines that are not in the list are deleted
 * @returns how many airlines were written
 */
export async function importAirlines(
  sql: Sql,
  list: readonly ListedAirline[],
  replaces: boolean,
): Promise<number> {
  const airlines = cleanAirlines(list);
  const [row] = await sql<{ written: number }[]>`
    select import_airlines(
      ${airlines.map(({ icao }) => icao)}::text[],
      ${airlines.map(({ iata }) => iata)}::text[],
      ${airlines.map(({ name }) => name)}::text[],
      ${airlines.map(({ ownsIata }) => String(ownsIata))}::text[],
      ${replaces}
    ) as written`;
  return row?.written ?? 0;
}
