import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const everyMs = 5 * 60_000;

/** Creates a job that counts the texts that nothing has read, by label and layout. */
export function countUndecodedJob(database: Database, now: () => number): Job {
  return {
    name: jobName.countUndecoded,
    everyMs,
    isRoutine: true,
    async run() {
      const { rows, more } = await createBatches(now)((rowsMax) =>
        runQuery(database, (sql) => db.undecoded.countTexts(sql, now(), rowsMax)),
      );
      return { messages: rows, unfinished: Number(more) };
    },
  };
}
