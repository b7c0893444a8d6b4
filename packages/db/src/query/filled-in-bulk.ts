import type { Sql } from "../connection/database.ts";

/**
 * Fills a table with thousands of rows. Its text index, which otherwise adds each row at once, adds them together at the
 * end: that costs a fourth. It needs the owner of the table, in a transaction.
 */
export async function filledInBulk(
  sql: Sql,
  index: string,
  fill: () => PromiseLike<unknown>,
): Promise<void> {
  await sql`alter index ${sql(index)} set (fastupdate = on)`;
  await fill();
  await sql`select gin_clean_pending_list(${index}::regclass)`;
  await sql`alter index ${sql(index)} set (fastupdate = off)`;
}
