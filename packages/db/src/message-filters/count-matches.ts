import type { Sql } from "../connection/database.ts";
import { accessPath } from "./access-path.ts";
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

/** Lists the ids of messages that match, oldest first: all of them, or any `rowsMax`. */
export async function listMatchingIds(
  sql: Sql,
  filter: MessageFilter,
  rowsMax: number,
): Promise<string[]> {
  const { ranges } = accessPath(filter);
  const found = ranges
    .map(
      (range) =>
        sql`(select id from messages where ${messageConditions(sql, range, ranges)} limit ${rowsMax})`,
    )
    .reduce((all, one) => sql`${all} union all ${one}`);
  const rows = await sql<{ id: string }[]>`select id from (${found}) as found limit ${rowsMax}`;
  return rows.map(({ id }) => id).toSorted();
}
