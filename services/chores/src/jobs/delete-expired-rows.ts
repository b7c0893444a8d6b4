import type { Database, Sql } from "@jetwire/db";
import type { JobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Deletes at most `rowsMax` rows that are older than `cutoff`, and returns how many there were. */
type DeleteRows = (sql: Sql, cutoff: Date, rowsMax: number) => Promise<number>;

/** The rows that a job deletes. */
export interface Expiry {
  readonly keepDays: number;
  /** The deletions by the name of their rows in the result of the job, in this order. */
  readonly rows: Readonly<Record<string, DeleteRows>>;
}

/** Creates an hourly job that deletes rows which are older than they are kept. */
export function deleteExpiredRowsJob(
  database: Database,
  name: JobName,
  { keepDays, rows: deletions }: Expiry,
  now: () => number,
): Job {
  return {
    name,
    everyMs: hourMs,
    async run() {
      const runBatches = createBatches(now);
      const cutoff = daysBefore(now(), keepDays);
      const result: Record<string, number> = {};
      let isUnfinished = false;
      for (const [what, deleteRows] of Object.entries(deletions)) {
        const { rows, more } = await runBatches((rowsMax) =>
          runQuery(database, (sql) => deleteRows(sql, cutoff, rowsMax)),
        );
        result[what] = rows;
        isUnfinished ||= more;
      }
      return isUnfinished ? { ...result, unfinished: 1 } : result;
    },
  };
}

export function daysBefore(nowMs: number, days: number): Date {
  return new Date(nowMs - days * dayMs);
}
