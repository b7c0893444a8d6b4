import * as db from "@jetwire/db";
import type { Database, PartitionedTable, Sql } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import type { Job } from "../job.ts";
import { runQuery } from "../run-query.ts";
import { UnreadableDiskError } from "../storage/postgres-disk.ts";
import type { StorageMeter } from "../storage/storage-meter.ts";
import { daysBefore } from "./delete-expired-rows.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const tables = ["message_raws", "messages"] as const satisfies PartitionedTable[];

/**
 * Drops the partitions of expired days, first of raw objects, then of messages, and deletes rows of
 * such days from the default partitions. Then it drops the oldest days, of both, while the database takes more than their share of the disk.
 * Wholes and reports of messages go with the messages. If the disk cannot be read, only days count, and the result has `shareUnknown`: the
 * job that measures storage fails with the reason.
 *
 * @param storage what knows the share; without it only days count
 */
export function dropExpiredJob(
  database: Database,
  keepDays: Readonly<Record<PartitionedTable, number>>,
  now: () => number,
  storage: Pick<StorageMeter, "firstDay" | "measure"> | null = null,
): Job {
  return {
    name: jobName.dropExpired,
    everyMs: hourMs,
    async run() {
      const runBatches = createBatches(now);
      const dropped: string[] = [];
      let strays = 0;
      for (const table of tables) {
        const cutoff = daysBefore(now(), keepDays[table]);
        const names = await runQuery(database, (sql) => db.partitions.drop(sql, table, cutoff));
        dropped.push(...names);
        const { rows } = await runBatches((rowsMax) =>
          runQuery(database, (sql) => db.retention.deleteStrays(sql, table, cutoff, rowsMax)),
        );
        strays += rows;
      }
      const share = await readShare(storage);
      const { firstDay } = share;
      const forRoom: string[] = [];
      if (firstDay !== null) {
        for (const table of tables) {
          const drop = (sql: Sql) => db.partitions.drop(sql, table, firstDay, "share");
          forRoom.push(...(await runQuery(database, drop)));
        }
        await storage?.measure(forRoom.length === 0 ? null : new Date(now()));
      }
      const byDays = daysBefore(startOfDay(now()), keepDays.messages);
      const wholesCutoff = firstDay !== null && firstDay > byDays ? firstDay : byDays;
      const { rows: wholes } = await runBatches((rowsMax) =>
        runQuery(database, (sql) => db.wholes.deleteOld(sql, wholesCutoff, rowsMax)),
      );
      const { rows: reports } = await runBatches((rowsMax) =>
        runQuery(database, (sql) => db.hf.deleteReports(sql, wholesCutoff, rowsMax)),
      );
      return {
        dropped,
        ...(firstDay !== null && { forRoom }),
        ...(share.isUnknown && { shareUnknown: 1 }),
        strays,
        wholes,
        reports,
      };
    },
  };
}

/** Returns the first day that stays within the share of the disk; null if nothing has to be dropped for it. */
async function readShare(storage: Pick<StorageMeter, "firstDay"> | null) {
  try {
    return { firstDay: (await storage?.firstDay()) ?? null, isUnknown: false };
  } catch (error) {
    if (!(error instanceof UnreadableDiskError)) throw error;
    return { firstDay: null, isUnknown: true };
  }
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / dayMs) * dayMs;
}
