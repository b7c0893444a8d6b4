import type { StreamGroup } from "@jetwire/protocol";
import { type AlarmTargets, createAlarm, diskErrorText, type Metrics } from "@jetwire/runtime";

/** Watches whether the readers of a replica make progress. */
export type StallWatch = ReturnType<typeof createStallWatch>;

export interface StallWatchOptions {
  readonly group: StreamGroup;
  /** How long a partition may make no progress, ms. */
  readonly stallMsMax: number;
  readonly targets: AlarmTargets & { readonly metrics: Pick<Metrics, "gauge"> };
  /** Monotonic, ms. */
  now(): number;
}

interface PartitionProgress {
  lastSuccessMs: number;
  /** Unix ms at which the oldest entry in hand was appended, by Redis' clock; null if none is in hand. */
  oldestMs: number | null;
  lastFailure: string | null;
}

const failureLengthMax = 200;

/**
 * Creates the alarm `stalled`, during which the process is not ready: a partition that this replica reads
 * has made no progress for a time. A reader without work succeeds every second, so an idle group is no stall,
 * and a stall of Postgres, Redis or the process itself is one.
 */
export function createStallWatch({ group, stallMsMax, targets, now }: StallWatchOptions) {
  const partitions = new Map<number, PartitionProgress>();
  const alarm = createAlarm("stalled", targets, { failsReadiness: true });
  const labelNames = ["group", "partition"] as const;
  targets.metrics.gauge({
    name: "jetwire_stream_last_success_age_seconds",
    help: "Time since a partition was last read to its end or a batch of it was finished",
    labelNames,
    collect() {
      this.reset();
      for (const [partition, { lastSuccessMs }] of partitions) {
        this.set({ group, partition: String(partition) }, (now() - lastSuccessMs) / 1_000);
      }
    },
  });
  targets.metrics.gauge({
    name: "jetwire_stream_oldest_entry_age_seconds",
    help: "Age of the oldest entry in hand, 0 if there is none",
    labelNames,
    collect() {
      this.reset();
      for (const [partition, { oldestMs }] of partitions) {
        const ageMs = oldestMs === null ? 0 : Math.max(0, Date.now() - oldestMs);
        this.set({ group, partition: String(partition) }, ageMs / 1_000);
      }
    },
  });

  function change(partition: number, values: Partial<PartitionProgress>): void {
    const progress = partitions.get(partition);
    if (progress !== undefined) Object.assign(progress, values);
  }

  return {
    /** A reader of a partition begins. */
    began(partition: number): void {
      partitions.set(partition, { lastSuccessMs: now(), oldestMs: null, lastFailure: null });
    },
    /** It has ended: another replica may read the partition. */
    ended: (partition: number): void => void partitions.delete(partition),
    /** It has read a batch, whose oldest entry is this one. */
    took: (partition: number, entryId: string): void =>
      change(partition, { oldestMs: Number(entryId.split("-")[0]) }),
    /** It has finished a batch, or has found that there is nothing to read. */
    succeeded: (partition: number): void =>
      change(partition, { lastSuccessMs: now(), oldestMs: null, lastFailure: null }),
    /** An attempt has failed, and will be repeated. */
    failed(partition: number, error: unknown): void {
      const message = error instanceof Error ? error.message || error.name : String(error);
      const disk = diskErrorText(error);
      const text = disk === null ? message : `${disk}: ${message}`;
      change(partition, { lastFailure: text.slice(0, failureLengthMax) });
    },
    /** Raises or clears the alarm. */
    check(): void {
      const stalled = [...partitions]
        .map(([partition, progress]) => ({
          partition,
          ...progress,
          ms: now() - progress.lastSuccessMs,
        }))
        .filter(({ ms }) => ms > stallMsMax)
        .toSorted((a, b) => b.ms - a.ms);
      const [worst] = stalled;
      if (worst === undefined) return alarm.clear();
      const { partition, ms, lastFailure } = worst;
      const named = stalled.map((one) => one.partition).join(", ");
      alarm.raise(
        `no progress in ${Math.round(ms / 1_000)} s in partition ${partition} ` +
          `(stalled: ${named}); last failure: ${lastFailure ?? "none, an attempt is still running"}`,
        { partitions: stalled.map((one) => one.partition), lastFailure },
      );
    },
  };
}
