import type { Database, Sql } from "@jetwire/db";

/** The longest time of one query of a job, ms; moving rows out of a default partition takes longest. */
export const queryMsMax = 60_000;

/** Runs one query of a job. Rejects if it takes too long. */
export async function runQuery<Result>(
  database: Database,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  return await database.withQueryDeadline(work, queryMsMax);
}
