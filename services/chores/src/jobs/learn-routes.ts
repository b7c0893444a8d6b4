import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";

const everyMs = 5 * 60_000;
const flightsMax = 200;
const changesMax = 2_000;
/** The longest time of a run: the same worker checks the stations every minute. */
const runMsMax = 20_000;

/**
 * Creates a job that makes the facts of flights that are due and that no persister has made, and counts how often flights of a
 * callsign had which route.
 */
export function learnRoutesJob(database: Database, now: () => number): Job {
  return {
    name: jobName.learnRoutes,
    everyMs,
    isRoutine: true,
    async run() {
      const endMs = now() + runMsMax;
      let flights = 0;
      for (;;) {
        const done = await runQuery(database, (sql) => db.flightFacts.makeDue(sql, flightsMax));
        flights += done;
        if (done < flightsMax || now() >= endMs) break;
      }
      let counted = 0;
      for (;;) {
        const done = await runQuery(database, (sql) => db.flightFacts.learn(sql, changesMax));
        counted += done;
        if (done < changesMax || now() >= endMs) break;
      }
      return { flights, counted };
    },
  };
}
