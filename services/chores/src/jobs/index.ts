import { type Database, dropPartitions, ensurePartitions } from "@jetwire/db";
import type { ChoresConfig } from "../config.ts";
import type { Job } from "../job.ts";
import { dropExpiredJob } from "./drop-expired.ts";
import { makePartitionsJob } from "./make-partitions.ts";

/** Moving rows out of a default partition is the longest of them. */
const queryMsMax = 60_000;

/** The schedule: every job there is. A new one is a file beside this and a line here. */
export function allJobs(database: Database, config: ChoresConfig, now: () => number): Job[] {
  return [
    makePartitionsJob(
      (fromDay, days) =>
        database.withQueryDeadline((sql) => ensurePartitions(sql, fromDay, days), queryMsMax),
      config.CHORES_PARTITION_DAYS_AHEAD,
      now,
    ),
    dropExpiredJob(
      (table, cutoff) =>
        database.withQueryDeadline((sql) => dropPartitions(sql, table, cutoff), queryMsMax),
      { messages: config.KEEP_MESSAGES_DAYS, message_raws: config.KEEP_RAW_DAYS },
      now,
    ),
  ];
}
