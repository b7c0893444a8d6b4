import type { PartitionedTable } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import { createBatches } from "../batches.ts";
import { daysBefore } from "../drop-past.ts";
import type { Job } from "../job.ts";

export interface DropExpiredSteps {
  /** Drops the days that ended before. @returns their partitions' names */
  drop(table: PartitionedTable, cutoff: Date): Promise<string[]>;
  /** Takes away rows of those days that are in no day's partition. @returns how many */
  deleteStrays(table: PartitionedTable, cutoff: Date, rowsMax: number): Promise<number>;
}

const hourMs = 3_600_000;
const tables = ["message_raws", "messages"] as const satisfies PartitionedTable[];

/** Retention: drops the days that are over, first of the decoders' objects, then of messages. */
export function dropExpiredJob(
  { drop, deleteStrays }: DropExpiredSteps,
  keepDays: Readonly<Record<PartitionedTable, number>>,
  now: () => number,
): Job {
  return {
    name: jobName.dropExpired,
    everyMs: hourMs,
    async run() {
      const runBatches = createBatches(now);
      const dropped: string[] = [];
      let strays = 0;
      for (const table of tables) {
        const cutoff = daysBefore(new Date(now()), keepDays[table]);
        dropped.push(...(await drop(table, cutoff)));
        const { rows } = await runBatches((rowsMax) => deleteStrays(table, cutoff, rowsMax));
        strays += rows;
      }
      return { dropped, strays };
    },
  };
}
