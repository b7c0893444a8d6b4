import type { Sql } from "./database.ts";

/**
 * Whether a message may be shown: not one of a hidden station, but to its owner. Hidden stations are
 * few, so they are looked up once and compared with each row that an index gives.
 *
 * @param accountId who looks, null for nobody in particular
 */
export function isShown(sql: Sql, accountId: string | null) {
  return sql`station_id not in (
    select stations.id from stations
    where hidden and account_id is distinct from ${accountId}::uuid)`;
}
