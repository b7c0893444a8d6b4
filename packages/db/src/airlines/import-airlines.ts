import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import { cleanAirlines, type ListedAirline } from "./airline-seed.ts";
import type { Sql } from "../connection/database.ts";

/**
 * Imports a list of airlines, cleaned as the seed is: one per ICAO code, and one owner per IATA code.
 *
 * @param replaces whether airlines that are not in the list are deleted
 * @returns how many airlines were written
 */
export async function importList(
  sql: Sql,
  list: readonly ListedAirline[],
  replaces: boolean,
  actor: Actor = processActor,
): Promise<number> {
  const airlines = cleanAirlines(list);
  const object = { kind: "import", id: "airlines" };
  const details = { listed: airlines.length, replaces };
  const about = { actor, action: "airlines.import", object, details };
  const [row] = await sql<{ written: number }[]>`
    with recorded as (${recordAction(sql, about)})
    select import_airlines(
      ${airlines.map(({ icao }) => icao)}::text[],
      ${airlines.map(({ iata }) => iata)}::text[],
      ${airlines.map(({ name }) => name)}::text[],
      ${airlines.map(({ ownsIata }) => String(ownsIata))}::text[],
      ${replaces},
      ${airlines.map(({ countryCode }) => countryCode)}::text[]
    ) as written`;
  return row?.written ?? 0;
}
