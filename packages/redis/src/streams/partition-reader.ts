import type { StreamGroup } from "@jetwire/protocol";
import { withDeadline } from "@jetwire/runtime";
import type { RedisConnection } from "../connection/connection.ts";
import { onConnectionLost, type RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { loadScript } from "../connection/script.ts";
import { addDetails } from "./entry-details.ts";
import { type Lease, LeaseLostError } from "./lease.ts";
import { compareEntryIds, pendingSummary } from "./progress.ts";
import {
  emptyBatch,
  idsOf,
  isEmpty,
  type RawEntry,
  type ReadBatch,
  refusal,
  toBatch,
} from "./read-batch.ts";

const skipLateScript = loadScript(new URL("./skip-late.lua", import.meta.url));
const acknowledgeScript = loadScript(new URL("./acknowledge.lua", import.meta.url));

/** Reads one partition for one group, in stream order. */
export type PartitionReader = ReturnType<typeof createPartitionReader>;

export interface PartitionReaderOptions {
  readonly redis: RedisClient;
  /** A connection of role `blocking` that this reader alone uses. */
  readonly blocking: RedisConnection;
  readonly keys: Keys;
  readonly group: StreamGroup;
  readonly lease: Lease;
  readonly entriesMax: number;
  /** Whether entries are read with their details, which costs another round trip. */
  readonly withDetails: boolean;
  /** The age of an unread entry, ms, from which on the reader skips to the end; null for never. */
  readonly lateMsMax: number | null;
  /** Called with the number of entries that were skipped, when there are any. */
  onSkipped(count: number): void;
}

type PendingEntry = [id: string, consumer: string, idleMs: number, deliveries: number];

/**
 * The name of a group's consumer, the same for every replica: the lease decides who reads. What a
 * crashed replica left pending thereby belongs to its successor, and no unused names accumulate.
 */
const consumer = "reader";

const blockMsMax = 1_000;
/** A blocking read that takes this long is on a dead connection. */
const blockDeadlineMs = 3_000;
/** How often pending entries are looked for while nothing has failed. */
const pendingCheckMs = 10_000;

/** Pending entries whose readers died this often are worked on one at a time, to find the one that kills. */
const deathsInBatchMax = 2;
/** An entry whose readers died this often, at last with nothing else in hand, is refused. */
const deathsMax = 3;
/** How often the details of an entry are looked for before the entry is handled without them. */
const detailReadsMax = 10;

export function createPartitionReader(options: PartitionReaderOptions) {
  const { redis, blocking, keys, group, lease, entriesMax, withDetails } = options;
  const { partition } = lease;
  const stream = keys.stream(partition);
  /** Ids of handled batches that are not acknowledged yet, in stream order. */
  let handledIds: string[] = [];
  // A broken connection may have lost a reply with entries. They are pending and older than what
  // comes next, and so must be read first.
  let mayHavePending = true;
  let lastPendingCheckMs = 0;
  // What was pending before this reader began was in the hands of one that may have died of it. What
  // becomes pending later is a lost reply.
  let isAfterDeath = true;
  let detailReads = 0;
  onConnectionLost(blocking, () => {
    mayHavePending = true;
  });

  function readsPending(): boolean {
    return mayHavePending || Date.now() - lastPendingCheckMs > pendingCheckMs;
  }

  async function readNew(waitMs: number): Promise<ReadBatch> {
    const read = blocking.xreadgroup(
      "GROUP", group, consumer,
      "COUNT", entriesMax,
      "BLOCK", Math.max(1, Math.min(blockMsMax, Math.floor(waitMs))),
      "STREAMS", stream, ">",
    ); // prettier-ignore
    type Reply = [stream: string, entries: RawEntry[]][] | null;
    const reply = await withDeadline(read as Promise<Reply>, blockDeadlineMs, "blocking read");
    return toBatch(reply?.[0]?.[1] ?? []);
  }

  async function readPending(): Promise<ReadBatch> {
    const pending = (await redis.xpending(stream, group, "-", "+", entriesMax)) as PendingEntry[];
    const [oldest] = pending;
    if (oldest === undefined) {
      isAfterDeath = false;
      return emptyBatch;
    }
    if (!isAfterDeath) await forgetDeaths(pending.map(([id]) => id));
    const deaths = isAfterDeath ? (id: PendingEntry) => id[3] : () => 0;
    const isWorn = pending.some((entry) => deaths(entry) >= deathsInBatchMax);
    const ids = isWorn ? [oldest[0]] : pending.map(([id]) => id);
    const claimed = (await redis.xclaim(stream, group, consumer, 0, ...ids)) as RawEntry[];
    const found = claimed.filter((entry) => entry !== null);
    const foundIds = new Set(found.map(([id]) => id));
    const missing = ids.filter((id) => !foundIds.has(id));
    const batch = { ...toBatch(found), missing };
    if (batch.newer !== null) {
      const { entryId } = batch.newer;
      // Neither it nor what lies behind it was worked on.
      await forgetDeaths(ids.filter((id) => compareEntryIds(id, entryId) >= 0));
      return batch;
    }
    if (!isWorn || deaths(oldest) < deathsMax) return batch;
    const detail = `its readers ended ${oldest[3]} times while they worked on it`;
    const refused = found.map(([id, fields]) =>
      refusal(id, fields ?? [], { refused: "kills-its-reader", detail }),
    );
    return { ...emptyBatch, refused, missing };
  }

  /** Sets the deliveries of pending entries back. */
  async function forgetDeaths(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await redis.xclaim(stream, group, consumer, 0, ...ids, "RETRYCOUNT", 0, "JUSTID");
  }

  /** @throws LeaseLostError when another replica has taken the partition over. */
  async function skipLate(): Promise<void> {
    if (options.lateMsMax === null) return;
    const names = [stream, keys.lease(group, partition)];
    const args = [group, lease.owner, options.lateMsMax];
    const skipped = Number(await skipLateScript.run(redis, names, args));
    if (skipped < 0) throw new LeaseLostError(partition);
    if (skipped > 0) options.onSkipped(skipped);
  }

  async function nextWithoutDetails(waitMs: number): Promise<ReadBatch> {
    if (readsPending()) {
      if (handledIds.length > 0) throw new Error("handled batches must be acknowledged first");
      lastPendingCheckMs = Date.now();
      mayHavePending = false;
      await ensureGroup(redis, stream, group);
      await skipLate();
      const pending = await readPending();
      if (!isEmpty(pending) || pending.newer !== null) {
        mayHavePending = true;
        return pending;
      }
    }
    const batch = await readNew(waitMs);
    // A read that timed out may have been sent again, and its reply lost without an error. Entries
    // must not be worked on before older ones.
    const read = idsOf(batch);
    if (read.length > 0 && !mayHavePending) {
      const { count, oldest } = await pendingSummary(redis, stream, group);
      const expected = handledIds[0] ?? read.reduce(olderOf);
      mayHavePending = oldest !== expected || count !== handledIds.length + read.length;
    }
    // What was just read is pending too, and is read again after the older entries.
    return mayHavePending ? emptyBatch : batch;
  }

  return {
    /**
     * Returns the next batch: first what was handed out and never acknowledged, because of a crashed
     * replica or a lost reply, then new entries. The batch may be empty.
     *
     * @param waitMs the longest wait for new entries, at most a second
     * @throws while handled batches are not acknowledged and pending entries have to be read
     */
    async next(waitMs: number): Promise<ReadBatch> {
      const batch = await nextWithoutDetails(waitMs);
      if (!withDetails || isEmpty(batch)) return batch;
      const companion = keys.streamDetails(partition);
      const refused = await Promise.all(
        batch.refused.map(async (entry) => {
          const [row] = await redis.xrange(companion, entry.entryId, entry.entryId);
          return { ...entry, details: row?.[1] ?? [] };
        }),
      );
      const entries = await addDetails(redis, companion, batch);
      const lacking = entries.find(({ details }) => details === null);
      detailReads = lacking === undefined ? 0 : detailReads + 1;
      if (lacking !== undefined && detailReads < detailReadsMax) {
        throw new Error(`entry ${lacking.entryId} has lost its details`);
      }
      return { ...batch, entries, refused };
    },
    /** Whether `next` reads pending entries before new ones, and so needs all batches acknowledged. */
    readsPending,
    /** Notes that everything in a batch may be acknowledged. */
    handled(batch: ReadBatch): void {
      handledIds.push(...idsOf(batch));
    },
    /**
     * Acknowledges all handled batches. The command is written before the function returns.
     *
     * @throws LeaseLostError when another replica has taken the partition over.
     */
    async acknowledge(): Promise<void> {
      const ids = handledIds;
      if (ids.length === 0) return;
      const names = [stream, keys.lease(group, partition)];
      const args = [group, lease.owner, ...ids];
      if (Number(await acknowledgeScript.run(redis, names, args)) < 0) {
        throw new LeaseLostError(partition);
      }
      handledIds = handledIds.slice(ids.length);
    },
    /** Makes `next` read pending entries first, after a failure: also those of handled batches. */
    recover(error: unknown): void {
      mayHavePending = true;
      handledIds = [];
      if (error instanceof Error && error.name === "DeadlineError") blocking.disconnect(true);
    },
    /** Notes that work on a batch ended without the death of the process: its deliveries do not count. */
    async survived({ entries, refused }: ReadBatch): Promise<void> {
      await forgetDeaths([...entries, ...refused].map(({ entryId }) => entryId));
    },
    /** Whether an entry is still pending in the stream. */
    async isPending(entryId: string): Promise<boolean> {
      const [pending] = await redis.xpending(stream, group, entryId, entryId, 1);
      const [entry] = await redis.xrange(stream, entryId, entryId);
      mayHavePending = true;
      return pending !== undefined && entry !== undefined;
    },
  };
}

/** Creates the group, reading from the stream's beginning, if it does not exist. */
async function ensureGroup(redis: RedisClient, stream: string, group: StreamGroup): Promise<void> {
  try {
    await redis.xgroup("CREATE", stream, group, "0", "MKSTREAM");
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("BUSYGROUP"))) throw error;
  }
}

function olderOf(a: string, b: string): string {
  return compareEntryIds(a, b) <= 0 ? a : b;
}
