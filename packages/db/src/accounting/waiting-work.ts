import type { Sql } from "../connection/database.ts";

/** Numbers of what waits for an operator, each counted up to a bound. */
export interface WaitingWork {
  /** Up to 1,000. */
  readonly deadLetters: number;
  /** Claims and disputes, up to 100. */
  readonly claims: number;
  readonly reports: number;
}

/** Counts what waits for an operator. */
export async function countWaitingWork(sql: Sql): Promise<WaitingWork> {
  const [row] = await sql<WaitingWork[]>`
    select letters.count as dead_letters,
      (select count(*) from (
        select from station_claims where decided_at is null
        union all
        select from claim_disputes where decided_at is null
        limit 100
      ) as waiting) as claims,
      (select count(*) from (
        select from chat_reports where resolved_at is null limit 100
      ) as waiting) as reports
    from (
      select count(*) as count from (
        select from dead_letters where dropped_at is null limit 1000
      ) as oldest
    ) as letters`;
  if (!row) throw new Error("a query without conditions returned nothing");
  return row;
}
