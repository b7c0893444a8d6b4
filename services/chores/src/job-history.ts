import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import type { JobName } from "@jetwire/protocol";
import type { JobResult } from "./job.ts";

const recordMsMax = 2_000;

/** The last run of each job, stored in Postgres for the operator. */
export interface JobHistory {
  succeeded(job: JobName, ms: number, result: JobResult): Promise<void>;
  failed(job: JobName, ms: number, error: string): Promise<void>;
}

export function createJobHistory(database: Database): JobHistory {
  return {
    succeeded: (job, ms, result) =>
      database.withQueryDeadline(
        (sql) => db.jobRuns.recordSuccess(sql, job, ms, result),
        recordMsMax,
      ),
    failed: (job, ms, error) =>
      database.withQueryDeadline(
        (sql) => db.jobRuns.recordFailure(sql, job, ms, error),
        recordMsMax,
      ),
  };
}
