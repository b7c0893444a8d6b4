import type { Database } from "./database.ts";

const queryMs = 2_000;

/** Reads the clock of the server, Unix ms. */
export async function readTimeMs(database: Database): Promise<number> {
  return await database.withQueryDeadline(async (sql) => {
    const [row] = await sql<{ ms: number }[]>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`;
    if (!row) throw new Error("a query without conditions returned nothing");
    return row.ms;
  }, queryMs);
}
