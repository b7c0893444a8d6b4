import { cleanAirlines, type ListedAirline } from "../airframes/airline-seed.ts";
import type { Sql } from "../connection/database.ts";

/**
 * Takes in a list of airlines, cleaned as the seed is: one for each ICAO code, one holder for each
 * IATA code.
 *
 * @param replaces whether the list is all there is afterwards
 * @returns how many airlines it holds
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
      ${airlines.map(({ holdsIata }) => String(holdsIata))}::text[],
      ${replaces}
    ) as written`;
  return row?.written ?? 0;
}
