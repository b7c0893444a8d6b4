import { every, pause } from "@jetwire/runtime";
import { createGroupCounters } from "./group-counters.ts";
import { type GroupOptions, retryMsMax } from "./group-options.ts";
import type { Lease } from "./lease.ts";
import { Leases, heartbeatMs, type Leased } from "./leases.ts";
import { readPartition } from "./read-partition.ts";
import { createStallWatch } from "./stall-watch.ts";
import { Tails } from "./tails.ts";

const stallCheckMs = 250;

/**
 * Reads the message stream for a group until the signal aborts: this replica's share of the
 * partitions, each with a reader of its own that works on one batch at a time. What they work on is read for all
 * partitions of a server together. A batch in progress is finished and acknowledged; then the partitions are released.
 */
export async function runGroup(options: GroupOptions, signal: AbortSignal): Promise<void> {
  const { opener, keys, group, stallMsMax, log, metrics, health } = options;
  await using redis = await opener.open("append");
  const leases = new Leases(redis, keys, options);
  const counters = createGroupCounters(options);
  const targets = { log, metrics, health };
  const watch = createStallWatch({ group, stallMsMax, targets, now: () => performance.now() });
  const task = "watch the partitions";
  const watching = every(stallCheckMs, async () => watch.check(), { signal, log, task });
  await using tails = new Tails(options, redis);
  const readers = createReaders(async (lease, stop) => {
    const { partition } = lease;
    const ofPartition = { log: log.child({ partition }), lease, tail: tails.of(partition) };
    await readPartition(options, { redis, counters, watch, ...ofPartition }, stop);
  });

  // While Redis is unavailable nobody else can take a partition either: readers go on trying.
  const heartbeat = async () =>
    readers.rebalance(await leases.heartbeat(), (partition) => leases.release(partition));
  await every(heartbeatMs, heartbeat, { signal, log, task: "lease partitions", retryMsMax });

  const ended = readers.endAll();
  // A batch in progress may outlast a lease, and nobody else may read the partition before its end.
  while (!(await Promise.race([ended.then(() => true), pause(heartbeatMs).then(() => false)]))) {
    await leases.renew().catch(() => {});
  }
  await leases.releaseAll().catch(() => {});
  await watching;
}

interface Reader {
  readonly lease: Lease;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** One reader per partition; a partition gets another only once its last reader has ended. */
function createReaders(read: (lease: Lease, stop: AbortSignal) => Promise<void>) {
  const readers = new Map<number, Reader>();

  function begin(lease: Lease): void {
    const { partition } = lease;
    const stop = new AbortController();
    const done = read(lease, stop.signal).finally(() => readers.delete(partition));
    readers.set(partition, { lease, stop, done });
  }

  function end(partition: number): Promise<void> {
    const reader = readers.get(partition);
    reader?.stop.abort();
    return reader?.done ?? Promise.resolve();
  }

  return {
    /** Begins newly leased partitions, ends those no longer leased, and ends and releases the surplus. */
    rebalance({ leases, surplus }: Leased, release: (partition: number) => Promise<void>): void {
      for (const [partition, { lease }] of readers) {
        // A reader never rejects; if it does, an assumption is broken and the process ends.
        if (leases.get(partition) !== lease) void end(partition);
      }
      for (const partition of surplus) {
        // If the release fails, the partition is surplus at the next heartbeat as well.
        void end(partition).then(() => release(partition).catch(() => {}));
      }
      for (const [partition, lease] of leases) {
        if (!readers.has(partition) && !surplus.includes(partition)) begin(lease);
      }
    },
    async endAll(): Promise<void> {
      await Promise.all([...readers.keys()].map(end));
    },
  };
}
