import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { daysBefore } from "./delete-expired-rows.ts";

const hourMs = 3_600_000;

/** Clocks differ and entries wait, so messages of yesterday may still arrive. */
const pastDays = 1;

/**
 * Creates the partitions of the coming days, so that no message goes to the default partition. It
 * runs hourly, so that a partition that was deleted by mistake is back before its day begins.
 */
export function makePartitionsJob(database: Database, daysAhead: number, now: () => number): Job {
  return {
    name: jobName.makePartitions,
    everyMs: hourMs,
    async run() {
      const from = daysBefore(now(), pastDays);
      const days = pastDays + 1 + daysAhead;
      const { created, moved } = await runQuery(database, (sql) =>
        db.partitions.ensure(sql, from, days),
      );
      return { created, moved };
    },
  };
}
