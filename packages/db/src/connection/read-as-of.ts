import type { Sql } from "./database.ts";

/** Returns when the statement began, by the clock of the database: a next read goes on from there. */
export async function readAsOf(sql: Sql): Promise<string> {
  const [clock] = await sql<{ asOf: string }[]>`select now() as as_of`;
  if (clock === undefined) throw new Error("a query without conditions returned nothing");
  return clock.asOf;
}
