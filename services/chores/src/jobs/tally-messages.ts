import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { pathsOf } from "./hf-paths.ts";
import { cellsOf } from "./station-cells.ts";
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
 * type, by channel of HFDL and VDL, and by cells of the aircraft that stations received, again if more were stored since it was
 * counted.
 */
export function tallyMessagesJob(database: Database, now: () => number): Job {
  return {
    name: jobName.tallyMessages,
    everyMs,
    isRoutine: true,
    async run() {
      const endMs = now() + runMsMax;
      const since = daysBefore(now(), tallyDays);
      const hours = await runQuery(database, (sql) => db.tallies.listHours(sql, since, hoursMax));
      let messages = 0;
      let done = 0;
      const hfHours = await runQuery(database, (sql) => db.hf.listHours(sql, hours));
      for (const hour of hfHours) await tallyHf(database, hour);
      const vdlHours = new Set(await runQuery(database, (sql) => db.vdl.listHours(sql, hours)));
      const cellsSince = daysBefore(now(), db.positions.cellDays).toISOString();
      for (const hour of hours) {
        if (vdlHours.has(hour)) await runQuery(database, (sql) => db.vdl.tallyHour(sql, hour));
        if (hour > cellsSince) await tallyCells(database, hour);
        // Last, because an hour is due until its messages are counted.
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

/** Counts the positions of an hour by station and cell. */
async function tallyCells(database: Database, hour: string): Promise<void> {
  const received = await runQuery(database, (sql) => db.positions.listReceived(sql, hour));
  await runQuery(database, (sql) => db.positions.writeCells(sql, hour, cellsOf(received)));
}
