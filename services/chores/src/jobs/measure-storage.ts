import { jobName } from "@jetwire/protocol";
import type { Job } from "../job.ts";
import type { StorageMeter } from "../storage/storage-meter.ts";

const everyMs = 600_000;

/** Creates a job that measures disks and tables for the health of the service and for operators. */
export function measureStorageJob(storage: Pick<StorageMeter, "measure">): Job {
  return {
    name: jobName.measureStorage,
    everyMs,
    isRoutine: true,
    async run() {
      const { disks, retention } = await storage.measure();
      return { disks: disks.length, drops: retention.drops.length };
    },
  };
}
