import type { ListedAirport } from "@jetwire/reference";
import { writtenAirports } from "./airports.ts";
import { type Actor, processActor, recordAction } from "../audit/record-action.ts";
import type { Sql } from "../connection/database.ts";

/**
 * Imports a list of airports, each code once. A code of the list is taken from the airport that had it.
 *
 * @param replaces whether airports that are not in the list are deleted
 * @returns how many airports were written
 */
export async function importList(
  sql: Sql,
  list: readonly ListedAirport[],
  replaces: boolean,
  actor: Actor = processActor,
): Promise<number> {
  const object = { kind: "import", id: "airports" };
  const details = { listed: list.length, replaces };
  const about = { actor, action: "airports.import", object, details };
  const [row] = await sql<{ written: number }[]>`
    with recorded as (${recordAction(sql, about)})
    select ${writtenAirports(sql, list, replaces)} as written`;
  return row?.written ?? 0;
}
