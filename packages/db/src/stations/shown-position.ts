import type { Fragment, Sql } from "../connection/database.ts";

/**
 * Returns a coordinate of a station as others see it, degrees: rounded to a tenth, unless the owner shows it exactly.
 *
 * @param accountId the account that reads, which sees its own stations exactly; null for nobody in particular
 */
export function shownCoordinate(
  sql: Sql,
  column: "latitude" | "longitude",
  accountId: string | null,
): Fragment {
  const isOwn = accountId === null ? sql`` : sql`or account_id = ${accountId}`;
  return sql`(case when shows_exact_position ${isOwn} then ${sql(column)}
    else floor(${sql(column)} * 10 + 0.5) / 10 end)`;
}

/** Selects both coordinates. */
export function shownPosition(sql: Sql, accountId: string | null): Fragment {
  return sql`${shownCoordinate(sql, "latitude", accountId)} as latitude,
    ${shownCoordinate(sql, "longitude", accountId)} as longitude`;
}
