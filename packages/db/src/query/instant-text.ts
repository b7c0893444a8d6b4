import type { Fragment, Sql } from "../connection/database.ts";

/** Writes a time as ISO 8601 text for JSON that a query builds; the driver does so for columns (`parseInstant`). */
export function instantText(sql: Sql, time: Fragment): Fragment {
  return sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
