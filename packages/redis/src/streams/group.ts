import type { StreamEntry, StreamGroup } from "@jetwire/protocol";
import {
  type Counter,
  every,
  type Logger,
  type Metrics,
  pause,
  retryUntil,
} from "@jetwire/runtime";
import type { RedisOpener } from "../connection/connection.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { createLeases, heartbeatMs, type Leased } from "./leases.ts";
import {
  createPartitionReader,
  isEmpty,
  type PartitionReader,
  type ReadBatch,
  type RefusedEntry,
} from "./partition-reader.ts";

export interface GroupOptions {
  readonly opener: RedisOpener;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly partitions: number;
  /** This replica's name: unique among the live ones, the same after a restart. */
  readonly replica: string;
  /** The most entries of one batch. */
  readonly entriesMax: number;
  /** Whether entries come with their details. */
  readonly withDetails?: boolean;
  /**
   * How long to wait after a batch that was not full, so that the next one is worth its round trips.
   * Left out by groups for which latency matters more.
   */
  readonly lingerMs?: number;
  /**
   * Works on one batch of one partition, in stream order; the batch is acknowledged when it
   * resolves. When it rejects, the same entries come again after a pause.
   */
  handle(partition: number, entries: readonly StreamEntry[]): Promise<void>;
  /** Records entries that cannot be worked on; they are acknowledged when it resolves. */
  refuse(partition: number, refused: readonly RefusedEntry[]): Promise<void>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The longest pause after failures: Redis or Postgres is used again within a second of its return. */
const retryMsMax = 1_000;

/**
 * Reads the message stream for a group until the signal aborts: this replica's share of the
 * partitions, each with a reader of its own that works on one batch at a time. A batch in progress
 * is finished and acknowledged; then the partitions are released.
 */
export async function runGroup(options: GroupOptions, signal: AbortSignal): Promise<void> {
  const { opener, keys, log } = options;
  await using redis = await opener.open("append");
  const leases = createLeases(redis, keys, options);
  const counters = groupCounters(options);
  const readers = createReaders((partition, stop) =>
    readPartition(options, { redis, counters, partition }, stop),
  );

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
}

interface Readers {
  /** Begins newly leased partitions, ends those no longer leased, and ends and releases the surplus. */
  rebalance(leased: Leased, release: (partition: number) => Promise<void>): void;
  endAll(): Promise<void>;
}

/** One reader per partition; a partition gets another only once its last reader has ended. */
function createReaders(read: (partition: number, stop: AbortSignal) => Promise<void>): Readers {
  const readers = new Map<number, { stop: AbortController; done: Promise<void> }>();

  function begin(partition: number): void {
    const stop = new AbortController();
    const done = read(partition, stop.signal).finally(() => readers.delete(partition));
    readers.set(partition, { stop, done });
  }

  function end(partition: number): Promise<void> {
    const reader = readers.get(partition);
    reader?.stop.abort();
    return reader?.done ?? Promise.resolve();
  }

  return {
    rebalance({ partitions, surplus }, release) {
      for (const partition of readers.keys()) {
        // A reader never rejects; if it does, an assumption is broken and the process ends.
        if (!partitions.has(partition)) void end(partition);
      }
      for (const partition of surplus) {
        // If the release fails, the partition is surplus at the next heartbeat as well.
        void end(partition).then(() => release(partition).catch(() => {}));
      }
      for (const partition of partitions) {
        if (!readers.has(partition) && !surplus.includes(partition)) begin(partition);
      }
    },
    async endAll() {
      await Promise.all([...readers.keys()].map(end));
    },
  };
}

interface GroupCounters {
  readonly entries: Counter<"group">;
  readonly failures: Counter<"group">;
  readonly missing: Counter<"group">;
}

interface PartitionContext {
  readonly redis: RedisClient;
  readonly counters: GroupCounters;
  readonly partition: number;
}

/** Reads one partition until stopped. After a failure it pauses and reads pending entries first. */
async function readPartition(
  options: GroupOptions,
  context: PartitionContext,
  signal: AbortSignal,
): Promise<void> {
  const { opener, keys, group, entriesMax, lingerMs, withDetails = false } = options;
  const { redis, counters, partition } = context;
  await using blocking = await opener.open("blocking");
  const reader = createPartitionReader({
    redis,
    blocking,
    keys,
    group,
    partition,
    entriesMax,
    withDetails,
  });
  // Ends a read that waits for entries; what it may have been handed stays pending.
  signal.addEventListener("abort", () => blocking.disconnect(), { once: true });
  let isFull = false;

  async function readBatch(): Promise<void> {
    try {
      const batch = await reader.next();
      if (!isEmpty(batch)) await workOn(options, context, { reader, batch, signal });
      isFull = batch.entries.length >= entriesMax;
    } catch (error) {
      if (!signal.aborted) counters.failures.inc({ group });
      reader.recover(error);
      throw error;
    }
  }

  await every(lingerMs ?? 0, readBatch, {
    signal,
    log: options.log.child({ partition }),
    task: "read a partition",
    retryMsMax,
    async wait(ms) {
      if (ms > 0 && !isFull) await pause(ms, signal);
    },
  });
}

/** Works on a batch until it succeeds and acknowledges it. */
async function workOn(
  { group, handle, refuse, log }: GroupOptions,
  { counters, partition }: PartitionContext,
  { reader, batch, signal }: { reader: PartitionReader; batch: ReadBatch; signal: AbortSignal },
): Promise<void> {
  const { entries, refused, missing } = batch;
  async function work(): Promise<void> {
    try {
      if (refused.length > 0) await refuse(partition, refused);
      if (entries.length > 0) await handle(partition, entries);
    } catch (error) {
      counters.failures.inc({ group });
      throw error;
    }
  }
  // Repeated from memory, not from the stream: only crashes of the process count as deliveries.
  const task = "work on a batch";
  await retryUntil(work, { task, signal, log: log.child({ partition }), retryMsMax });
  if (missing.length > 0) {
    counters.missing.inc({ group }, missing.length);
    log.error({ partition, count: missing.length }, "pending entries are missing in the stream");
  }
  await reader.acknowledge(batch);
  counters.entries.inc({ group }, entries.length + refused.length);
}

function groupCounters({ metrics }: GroupOptions): GroupCounters {
  return {
    entries: metrics.counter({
      name: "jetwire_stream_entries_total",
      help: "Entries of the message stream that were processed and acknowledged",
      labelNames: ["group"],
    }),
    failures: metrics.counter({
      name: "jetwire_stream_failures_total",
      help: "Failed attempts to read or process a batch; each is repeated",
      labelNames: ["group"],
    }),
    missing: metrics.counter({
      name: "jetwire_stream_entries_missing_total",
      help: "Pending entries that were no longer in the stream and are lost",
      labelNames: ["group"],
    }),
  };
}
