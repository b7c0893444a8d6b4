import type { Sql } from "../connection/database.ts";
import { type MessageFilter, messageConditions } from "./message-filter.ts";

/** Counts messages up to `rowsMax`. */
export async function countMatches(
  sql: Sql,
  filter: MessageFilter,
  rowsMax: number,
): Promise<number> {
  const [row] = await sql<{ matches: number }[]>`
    select count(*)::integer as matches from (
      select 1 from messages where ${messageConditions(sql, filter)} limit ${rowsMax}
    ) as found`;
  return row?.matches ?? 0;
}
