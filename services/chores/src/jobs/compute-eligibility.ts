import { computeEligibility, type Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const hourMs = 3_600_000;

/**
 * Computes which conditions of a feeder key each claimed station fails. Stations that were computed
 * the longest ago come first, so that the next run continues where this one ends.
 */
export function computeEligibilityJob(database: Database, now: () => number): Job {
  return {
    name: jobName.computeEligibility,
    everyMs: hourMs,
    async run() {
      const { rows, more } = await createBatches(now)((stationsMax) =>
        runQuery(database, (sql) => computeEligibility(sql, stationsMax)),
      );
      return more ? { stations: rows, unfinished: 1 } : { stations: rows };
    },
  };
}
