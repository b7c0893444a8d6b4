import type { PartitionedTable } from "@jetwire/db";
import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Retention: drops the days that are over, first of the decoders' objects, then of messages. */
export function dropExpiredJob(
  drop: (table: PartitionedTable, cutoff: Date) => Promise<string[]>,
  keepDays: Readonly<Record<PartitionedTable, number>>,
  now: () => number,
): Job {
  const cutoff = (table: PartitionedTable) => new Date(now() - keepDays[table] * dayMs);
  return {
    name: jobName.dropExpired,
    everyMs: hourMs,
    async run() {
      const raws = await drop("message_raws", cutoff("message_raws"));
      const messages = await drop("messages", cutoff("messages"));
      return { dropped: [...raws, ...messages] };
    },
  };
}
