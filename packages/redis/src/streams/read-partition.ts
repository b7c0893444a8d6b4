import {
  createWaker,
  every,
  type Logger,
  pause,
  retryUntil,
  waitTogetherMs,
} from "@jetwire/runtime";
import type { RedisClient } from "../connection/redis-client.ts";
import type { GroupCounters } from "./group-counters.ts";
import { type GroupOptions, retryMsMax } from "./group-options.ts";
import { type Lease, LeaseLostError, StaleTokenError } from "./lease.ts";
import { PartitionReader, PositionChangedError } from "./partition-reader.ts";
import { isEmpty, type NewerEntry, type ReadBatch } from "./read-batch.ts";
import type { StallWatch } from "./stall-watch.ts";
import type { StreamTail } from "./stream-tail.ts";

export interface PartitionContext {
  /** A log that names the partition. */
  readonly log: Logger;
  readonly redis: RedisClient;
  readonly counters: GroupCounters;
  readonly watch: StallWatch;
  readonly lease: Lease;
  readonly tail: StreamTail;
}

/** A batch that waits for the outbox may wait for so many entries of later batches. */
const unacknowledgedMax = 5_000;
const waitMsMax = 1_000;
/** How often a partition that waits for a newer release looks whether the entry is still there. */
const newerCheckMs = 1_000;

/**
 * Reads one partition until stopped. After a failure it pauses and begins at the position in Redis. It
 * reads and works only while the lease is valid: a process that was stopped for longer waits for its
 * next heartbeat, which renews the lease or ends the reader.
 */
export async function readPartition(
  options: GroupOptions,
  context: PartitionContext,
  signal: AbortSignal,
): Promise<void> {
  const { keys, group, withDetails = false } = options;
  const { log, redis, counters, watch, lease, tail } = context;
  const { partition } = lease;
  const reader = new PartitionReader({
    redis,
    tail,
    waker: createWaker(signal),
    keys,
    group,
    lease,
    withDetails,
    lateMsMax: options.lateMsMax ?? null,
    onSkipped(count) {
      counters.skipped.inc({ group }, count);
      log.warn({ count }, "entries skipped, because this replica was late");
    },
    onMissing(count) {
      counters.missing.inc({ group }, count);
      log.error({ count }, "entries are missing in the stream that were not read");
    },
  });
  const handled = createHandledBatches(reader, options, { log, lease, signal });
  watch.began(partition);

  async function readBatch(): Promise<void> {
    try {
      expectValid(lease);
      if (reader.isUnsure()) await handled.finish();
      const batch = await reader.next(handled.waitMs());
      if (!isEmpty(batch)) {
        await workOn(batch, options, { ...context, reader, signal });
        handled.add(batch);
      }
      if (handled.isDue() || batch.newer !== null) await handled.finish();
      if (batch.newer !== null) {
        await waitForUpgrade(batch.newer, options, { ...context, reader, signal });
        reader.recover();
      }
      if (batch.isAnswered || !isEmpty(batch)) watch.succeeded(partition);
    } catch (error) {
      // Handled batches are finished after the loop.
      if (signal.aborted) throw error;
      counters.failures.inc({ group });
      watch.failed(partition, error);
      handled.abandon();
      reader.recover();
      throw error;
    }
  }

  await every(0, readBatch, { signal, log, task: "read a partition", retryMsMax, wait: noWait });
  // After a failure the next owner reads the batches again.
  await handled.finish().catch(() => handled.abandon());
  reader.end();
  // An end in order is no death. If Redis does not answer, it counts as one at worst.
  if (lease.isValid()) await reader.survived().catch(() => {});
  watch.ended(partition);
}

/** The parts that work on a batch needs. */
interface BatchContext extends PartitionContext {
  readonly reader: PartitionReader;
  readonly signal: AbortSignal;
}

/**
 * Waits before an entry that only a newer release can read, until another replica has worked on it or
 * the signal aborts. The partition stands still meanwhile; other partitions go on.
 */
async function waitForUpgrade(
  newer: NewerEntry,
  { group }: GroupOptions,
  { log, counters, watch, lease, reader, signal }: BatchContext,
): Promise<void> {
  const { partition } = lease;
  const labels = { group, partition: String(partition) };
  counters.newer.set(labels, 1);
  watch.took(partition, newer.entryId);
  watch.failed(partition, `an entry needs a newer release (${newer.detail}): upgrade this service`);
  log.error(newer, "an entry needs a newer release, upgrade this service");
  do await pause(newerCheckMs, signal);
  while (!signal.aborted && (await reader.isNext(newer.entryId)));
  counters.newer.set(labels, 0);
}

/** Batches that were worked on and are not acknowledged yet. */
function createHandledBatches(
  reader: PartitionReader,
  { outbox }: Pick<GroupOptions, "outbox">,
  { log, lease, signal }: Pick<BatchContext, "log" | "lease" | "signal">,
) {
  const { partition } = lease;
  let entries = 0;
  let dueMs = Number.POSITIVE_INFINITY;

  const hasOutgoing = () => outbox !== undefined && !outbox.isEmpty(partition);

  /** Returns what a repetition cannot mend; the rest is repeated, because what was sent cannot be unsent. */
  async function acknowledge(): Promise<Error | null> {
    try {
      await reader.acknowledge();
      return null;
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof PositionChangedError) return error;
      throw error;
    }
  }

  function reset(): void {
    entries = 0;
    dueMs = Number.POSITIVE_INFINITY;
  }

  return {
    add(batch: ReadBatch): void {
      reader.handled(batch);
      if (entries === 0) dueMs = dueAfter(outbox?.msMax ?? 0);
      entries += batch.entries.length + batch.refused.length;
    },
    /** Returns how long the next read may wait for entries, ms. */
    waitMs: (): number => Math.min(waitMsMax, dueMs - performance.now()),
    isDue: (): boolean =>
      entries > 0 &&
      (outbox?.isFull(partition) === true ||
        entries >= unacknowledgedMax ||
        performance.now() >= dueMs),
    /** Sends what the batches left in the outbox, before or after they are acknowledged, as the outbox says. */
    async finish(): Promise<void> {
      if (entries === 0) return;
      if (hasOutgoing() && outbox?.isLossy !== true) {
        if (!(await lease.confirm())) throw new LeaseLostError(partition);
        // The process may have been stopped while the answer was on its way.
        expectValid(lease);
        outbox?.send(partition);
      }
      const retry = { task: "acknowledge a batch", signal, log, retryMsMax };
      const refused = await retryUntil(acknowledge, retry);
      if (refused !== null) throw refused;
      if (hasOutgoing()) outbox?.send(partition);
      reset();
    },
    /** Forgets them: the owner of the lease reads them again. */
    abandon(): void {
      outbox?.drop(partition);
      reset();
    },
  };
}

/** Returns the end of a wait of about `ms`, at which other partitions end theirs, so that they acknowledge by one write. */
function dueAfter(ms: number): number {
  const nowMs = performance.now();
  return nowMs + waitTogetherMs(ms, nowMs);
}

function expectValid(lease: Lease): void {
  if (!lease.isValid()) throw new LeaseLostError(lease.partition);
}

/** Works on a batch until it succeeds. */
async function workOn(
  batch: ReadBatch,
  { group, handle, refuse }: GroupOptions,
  { log, counters, watch, lease, reader, signal }: BatchContext,
): Promise<void> {
  const { entries, refused } = batch;
  const { partition } = lease;
  const oldest = entries[0] ?? refused[0];
  if (oldest !== undefined) watch.took(partition, oldest.entryId);
  let isNoted = false;
  // A failure and an orderly stop are no deaths. If Redis does not answer, they count as one at worst.
  const survived = () => {
    if (!isNoted) void reader.survived().catch(() => {});
    isNoted = true;
  };
  async function work(): Promise<void> {
    try {
      expectValid(lease);
      if (refused.length > 0) await refuse(partition, refused);
      if (entries.length > 0) await handle(partition, entries, lease);
    } catch (error) {
      counters.failures.inc({ group });
      watch.failed(partition, error);
      survived();
      if (error instanceof StaleTokenError) lease.raise(error.latest);
      throw error;
    }
  }
  // Repeated from memory, not from the stream: only deaths of the process count as deliveries.
  const task = "work on a batch";
  signal.addEventListener("abort", survived, { once: true });
  try {
    await retryUntil(work, { task, signal, log, retryMsMax });
  } finally {
    signal.removeEventListener("abort", survived);
  }
  counters.entries.inc({ group }, entries.length + refused.length);
}

/** A reader waits in its reads. */
async function noWait(): Promise<void> {}
