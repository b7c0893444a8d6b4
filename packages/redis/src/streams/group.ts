import type { StreamEntry, StreamGroup } from "@jetwire/protocol";
import { backOffMs, type Counter, type Logger, type Metrics, pause } from "@jetwire/runtime";
import { onConnectionLost, type RedisClient } from "../connection/redis-client.ts";
import type { RedisConnection, RedisOpener } from "../connection/connection.ts";
import type { Keys } from "../keys.ts";
import { type Beat, createLeases, leaseBeatMs } from "./leases.ts";
import {
  acknowledge,
  ensureGroup,
  type ReadBatch,
  readNew,
  readPending,
  type RefusedEntry,
} from "./partition-reader.ts";
import { compareEntryIds, oldestPending } from "./progress.ts";

export interface GroupOptions {
  readonly opener: RedisOpener;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly partitions: number;
  /** This replica's name: unique among the living, the same after a restart. */
  readonly holder: string;
  /** The most entries of one batch. */
  readonly entriesMax: number;
  /**
   * How long to wait after a batch that wasn't full, so that the next is worth its round trips. Left
   * out by groups whose readers wait for every message.
   */
  readonly lingerMs?: number;
  /**
   * Works on one batch of one partition, in stream order; the batch is acknowledged when it
   * resolves. When it rejects, the same entries come again after a pause.
   */
  handle(partition: number, entries: readonly StreamEntry[]): Promise<void>;
  /** Puts away entries that can't be worked on; they are acknowledged when it resolves. */
  refuse(partition: number, refused: readonly RefusedEntry[]): Promise<void>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

interface GroupMeasures {
  readonly entries: Counter<"group">;
  readonly failures: Counter<"group">;
  readonly gone: Counter<"group">;
}

/** While a partition has nothing new, how often its pending entries are looked at. */
const pendingCheckMs = 10_000;
/** How long after a failure it is tried again: what is away is back within a second of its return. */
const againMsMax = 1_000;

/**
 * Reads the message stream for a group until the signal aborts: this replica's share of the
 * partitions, each by a reader of its own that has one batch in work at a time. What it holds when
 * the signal comes is finished and acknowledged; then the partitions are given back.
 */
export async function runGroup(options: GroupOptions, signal: AbortSignal): Promise<void> {
  const { opener, keys, group, partitions, holder, log } = options;
  await using redis = await opener.open("append");
  const leases = createLeases(redis, keys, group, partitions, holder);
  const measures = groupMeasures(options.metrics);
  const readers = createReaders((partition, stop) =>
    readPartition(options, measures, redis, partition, stop),
  );

  while (!signal.aborted) {
    const beat = await leases.beat().catch((error: unknown) => {
      log.warn({ err: error }, "partitions could not be leased");
      return null;
    });
    // With Redis away nobody else can take a partition either: readers go on trying.
    if (beat !== null) readers.settle(beat, (partition) => leases.giveBack(partition));
    await pause(leaseBeatMs, signal);
  }
  const ended = readers.endAll();
  // A batch in work may outlast a lease, and nobody else may begin with the partition before its end.
  while (!(await Promise.race([ended.then(() => true), pause(leaseBeatMs).then(() => false)]))) {
    await leases.renew().catch(() => {});
  }
  await leases.releaseAll().catch(() => {});
}

interface Readers {
  /** Begins with what is newly held, ends what is not held any more, and ends and gives back what is over. */
  settle(beat: Beat, giveBack: (partition: number) => Promise<void>): void;
  endAll(): Promise<void>;
}

/** One reader a partition; a partition is begun with again only once its last reader has ended. */
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
    settle({ held, surplus }, giveBack) {
      for (const partition of readers.keys()) {
        // Its rejection, like that of any reader, is a broken promise of ours and ends the process.
        if (!held.has(partition)) void end(partition);
      }
      for (const partition of surplus) {
        // What can't be given back now is over the share at the next beat as well.
        void end(partition).then(() => giveBack(partition).catch(() => {}));
      }
      for (const partition of held) {
        if (!readers.has(partition) && !surplus.includes(partition)) begin(partition);
      }
    },
    async endAll() {
      await Promise.all([...readers.keys()].map(end));
    },
  };
}

/** Reads one partition until stopped; every failure ends in a pause and a look at what is pending. */
async function readPartition(
  options: GroupOptions,
  measures: GroupMeasures,
  redis: RedisClient,
  partition: number,
  signal: AbortSignal,
): Promise<void> {
  const { opener, keys, group, log, entriesMax } = options;
  await using blocking = await opener.open("blocking");
  // A connection that broke may have swallowed entries: handed out by Redis, never seen here. They
  // are pending, older than what comes next, and so must be read first.
  let mayHavePending = true;
  onConnectionLost(blocking, () => {
    mayHavePending = true;
  });
  // A read that waits for entries isn't waited for: what it may have taken stays pending.
  signal.addEventListener("abort", () => blocking.disconnect(), { once: true });
  let lastPendingCheck = 0;
  let failures = 0;

  async function nextBatch(): Promise<ReadBatch> {
    if (mayHavePending || Date.now() - lastPendingCheck > pendingCheckMs) {
      lastPendingCheck = Date.now();
      mayHavePending = false;
      await ensureGroup(redis, keys.stream(partition), group);
      const pending = await readPending(redis, keys, group, partition, entriesMax);
      if (!isEmpty(pending)) {
        mayHavePending = true;
        return pending;
      }
    }
    const batch = await readNew(blocking, keys, group, partition, entriesMax);
    // A read that was given up on may have been sent again and have swallowed entries since, with
    // nothing to tell of it; whoever takes entries in order would take them for old ones.
    const first = firstOf(batch);
    if (first !== null && !mayHavePending) {
      mayHavePending = (await oldestPending(redis, keys.stream(partition), group)) !== first;
    }
    // What was just read is pending too, and comes again after what was swallowed.
    return mayHavePending ? { entries: [], refused: [], gone: [] } : batch;
  }

  while (!signal.aborted) {
    try {
      const batch = await nextBatch();
      if (!isEmpty(batch)) await workOn(options, measures, redis, partition, batch, signal);
      if (options.lingerMs !== undefined && batch.entries.length < entriesMax) {
        await pause(options.lingerMs, signal);
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      failures++;
      measures.failures.inc({ group });
      if (failures === 1) log.warn({ err: error, partition }, "batch failed, will be tried again");
      mayHavePending = true;
      reconnectIfStuck(blocking, error);
      await pause(backOffMs(failures, 50, againMsMax), signal);
    }
  }
}

async function workOn(
  options: GroupOptions,
  measures: GroupMeasures,
  redis: RedisClient,
  partition: number,
  batch: ReadBatch,
  signal: AbortSignal,
): Promise<void> {
  const { group, keys, log } = options;
  // Tried again from memory, not from the stream: only deaths of the process count as deliveries.
  await untilDone(
    async () => {
      if (batch.refused.length > 0) await options.refuse(partition, batch.refused);
      if (batch.entries.length > 0) await options.handle(partition, batch.entries);
    },
    (error, attempt) => {
      measures.failures.inc({ group });
      if (attempt === 1) log.warn({ err: error, partition }, "batch failed, will be tried again");
    },
    signal,
  );
  if (batch.gone.length > 0) {
    measures.gone.inc({ group }, batch.gone.length);
    log.error({ partition, count: batch.gone.length }, "pending entries are gone from the stream");
  }
  const ids = [...batch.entries, ...batch.refused].map((entry) => entry.entryId);
  await acknowledge(redis, keys, group, partition, [...ids, ...batch.gone]);
  measures.entries.inc({ group }, ids.length);
}

async function untilDone(
  work: () => Promise<void>,
  failed: (error: unknown, attempt: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      failed(error, attempt);
      await pause(backOffMs(attempt, 50, againMsMax), signal);
      if (signal.aborted) throw error;
    }
  }
}

function firstOf({ entries, refused }: ReadBatch): string | null {
  const ids = [entries[0]?.entryId, refused[0]?.entryId].filter((id) => id !== undefined);
  return ids.length === 0 ? null : ids.reduce((a, b) => (compareEntryIds(a, b) <= 0 ? a : b));
}

function isEmpty(batch: ReadBatch): boolean {
  return batch.entries.length + batch.refused.length + batch.gone.length === 0;
}

function reconnectIfStuck(blocking: RedisConnection, error: unknown): void {
  if (error instanceof Error && error.name === "DeadlineError") blocking.disconnect(true);
}

function groupMeasures(metrics: Metrics): GroupMeasures {
  return {
    entries: metrics.counter({
      name: "jetwire_stream_entries_total",
      help: "Entries of the message stream worked on and acknowledged",
      labelNames: ["group"],
    }),
    failures: metrics.counter({
      name: "jetwire_stream_failures_total",
      help: "Batches that failed and were tried again",
      labelNames: ["group"],
    }),
    gone: metrics.counter({
      name: "jetwire_stream_entries_gone_total",
      help: "Pending entries that were no longer in the stream: lost",
      labelNames: ["group"],
    }),
  };
}
