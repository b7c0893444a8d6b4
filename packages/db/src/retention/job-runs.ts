import type { Sql } from "../connection/database.ts";

/** The last run of a scheduled job. */
export interface JobRun {
  readonly job: string;
  /** The end of the last run; `ranMs` is how long it took. */
  readonly ranAt: string;
  readonly ranMs: number;
  readonly succeededAt: string | null;
  /** The result of the last successful run. */
  readonly result: Readonly<Record<string, number | readonly string[]>> | null;
  readonly failedAt: string | null;
  readonly error: string | null;
  /** Failures since the last success. */
  readonly failures: number;
}

const errorLengthMax = 1_000;

/** Records a successful run of a job, and its result. */
export async function recordSuccess(
  sql: Sql,
  job: string,
  ranMs: number,
  result: NonNullable<JobRun["result"]>,
): Promise<void> {
  await sql`
    insert into job_runs (job, ran_at, ran_ms, succeeded_at, result)
    values (${job}, now(), ${Math.round(ranMs)}, now(), ${sql.json({ ...result })})
    on conflict (job) do update set ran_at = excluded.ran_at, ran_ms = excluded.ran_ms,
      succeeded_at = excluded.succeeded_at, result = excluded.result, failures = 0`;
}

/** Records a failed run of a job, and why it failed. */
export async function recordFailure(
  sql: Sql,
  job: string,
  ranMs: number,
  error: string,
): Promise<void> {
  const text = error.slice(0, errorLengthMax).replaceAll("\0", "\u2400").toWellFormed();
  await sql`
    insert into job_runs (job, ran_at, ran_ms, failed_at, error, failures)
    values (${job}, now(), ${Math.round(ranMs)}, now(), ${text}, 1)
    on conflict (job) do update set ran_at = excluded.ran_at, ran_ms = excluded.ran_ms,
      failed_at = excluded.failed_at, error = excluded.error, failures = job_runs.failures + 1`;
}

export async function list(sql: Sql): Promise<JobRun[]> {
  return await sql<JobRun[]>`
    select job, ran_at, ran_ms, succeeded_at, result, failed_at, error, failures
    from job_runs order by job`;
}
