import { statfs } from "node:fs/promises";
import type { DiskSpace } from "@jetwire/db";
import { type AlarmTargets, createAlarm, every, type Metrics } from "@jetwire/runtime";

const watchMs = 10_000;
const shareMin = 0.05;
const bytesMin = 512 * 2 ** 20;
const mib = 2 ** 20;

/**
 * Watches the space on the journal's disk until the signal aborts: the alarm `journal-disk` begins before the disk is
 * full, while messages are still accepted.
 */
export async function watchDisk(
  directory: string,
  targets: AlarmTargets & {
    readonly metrics: Pick<Metrics, "gauge">;
    /** Called with what was read. */
    readonly onSpace?: (space: DiskSpace) => void;
  },
  signal: AbortSignal,
  read: (directory: string) => Promise<DiskSpace> = readDiskSpace,
): Promise<void> {
  const alarm = createAlarm("journal-disk", targets);
  const size = targets.metrics.gauge({
    name: "jetwire_ingest_journal_disk_bytes",
    help: "Size of the file system that has the journal.",
  });
  const free = targets.metrics.gauge({
    name: "jetwire_ingest_journal_disk_free_bytes",
    help: "Bytes that ingest can still write to the file system that has the journal.",
  });
  async function check(): Promise<void> {
    const space = await read(directory);
    targets.onSpace?.(space);
    size.set(space.bytes);
    free.set(space.freeBytes);
    const least = Math.min(shareMin * space.bytes, bytesMin);
    if (space.freeBytes >= least) return alarm.clear();
    alarm.raise(
      `the disk of ${directory} has ${Math.floor(space.freeBytes / mib)} MiB free: ` +
        "free space on it before messages are refused",
      { ...space },
    );
  }
  await every(watchMs, check, { signal, log: targets.log, task: "watch the journal's disk" });
}

async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(directory);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}
