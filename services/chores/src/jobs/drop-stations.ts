import * as db from "@jetwire/db";
import type { Database } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { daysBefore } from "./delete-expired-rows.ts";

const hourMs = 3_600_000;
const silentDays = 14;

/**
 * Deletes provisional stations that have been silent for 14 days.
 *
 * @param forgetIdents removes them from the copy of station ids, from which ingest reads first
 */
export function dropStationsJob(
  database: Database,
  forgetIdents: (idents: readonly string[]) => Promise<void>,
  now: () => number,
): Job {
  return {
    name: jobName.dropStations,
    everyMs: hourMs,
    async run() {
      const cutoff = daysBefore(now(), silentDays);
      const { rows, more } = await createBatches(now)(async (rowsMax) => {
        const idents = await runQuery(database, (sql) =>
          db.stations.deleteProvisional(sql, cutoff, rowsMax),
        );
        await forgetIdents(idents);
        return idents.length;
      });
      return more ? { stations: rows, unfinished: 1 } : { stations: rows };
    },
  };
}
