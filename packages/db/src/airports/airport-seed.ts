import { readAirports } from "@jetwire/reference";
import type { Sql } from "../connection/database.ts";
import { writtenAirports } from "./airports.ts";

/** Fills the airports table, once: an operator's own list is not touched. */
export async function seedAirports(sql: Sql): Promise<void> {
  const [row] = await sql<{ filled: boolean }[]>`
    select exists (select 1 from airports) as filled`;
  if (row?.filled) return;
  await sql`select ${writtenAirports(sql, readAirports(), false)}`;
}
