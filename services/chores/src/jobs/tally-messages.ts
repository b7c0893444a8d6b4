import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { pathsOf } from "./hf-paths.ts";
import { daysBefore } from "./delete-expired-rows.ts";

/** Statistics by label, airline and so on reach back this many days. */
export const tallyDays = 31;
const everyMs = 3 * 60_000;
/** The longest time of a run: the same worker checks the stations every minute. */
const runMsMax = 20_000;
/** Hours of one run; after an upgrade the rest is counted by the following ones. */
const hoursMax = 100;

/**
 * Creates a job that counts messages of each hour by label, airline, application, frequency and source
 * type, and by channel of HFDL, again if more were stored since it was counted.
 */
export function tallyMessagesJob(database: Database, now: () => number): Job {
  return {
    name: jobName.tallyMessages,
    everyMs,
    async run() {
      const endMs = now() + runMsMax;
      const since = daysBefore(now(), tallyDays);
      const hours = await runQuery(database, (sql) => db.tallies.listHours(sql, since, hoursMax));
      let messages = 0;
      let done = 0;
      const hfHours = await runQuery(database, (sql) => db.hf.listHours(sql, hours));
      for (const hour of hfHours) await tallyHf(database, hour);
      for (const hour of hours) {
        messages += await runQuery(database, (sql) => db.tallies.tallyHour(sql, hour));
        done++;
        if (now() >= endMs) break;
      }
      return { hours: done, messages, unfinished: hours.length - done, hfHours: hfHours.length };
    },
  };
}

/** Counts the channels of HFDL in an hour, and the paths of aircraft by the height of the sun. */
async function tallyHf(database: Database, hour: string): Promise<void> {
  await runQuery(database, (sql) => db.hf.tallyChannels(sql, hour));
  const positions = await runQuery(database, (sql) => db.hf.listPositions(sql, hour));
  await runQuery(database, (sql) => db.hf.writePaths(sql, hour, pathsOf(positions)));
}
