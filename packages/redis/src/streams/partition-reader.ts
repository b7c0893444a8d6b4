import {
  entryField,
  type EntryDetails,
  type EntryRefusal,
  readEntry,
  readEntryDetails,
  type StreamEntry,
  type StreamGroup,
} from "@jetwire/protocol";
import { withDeadline } from "@jetwire/runtime";
import type { RedisConnection } from "../connection/connection.ts";
import { onConnectionLost, type RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { loadScript } from "../connection/script.ts";
import { type Lease, LeaseLostError } from "./lease.ts";
import { compareEntryIds, pendingSummary } from "./progress.ts";

const skipLateScript = loadScript(new URL("./skip-late.lua", import.meta.url));
const acknowledgeScript = loadScript(new URL("./acknowledge.lua", import.meta.url));

/** An entry that this version cannot work on, with its fields as they are. */
export interface RefusedEntry {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** The producer and its sequence number, where they can be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: EntryRefusal["refused"] | "kills-its-reader";
  readonly detail: string;
}

export interface ReadBatch {
  readonly entries: readonly StreamEntry[];
  readonly refused: readonly RefusedEntry[];
  /** Entries that were pending but are no longer in the stream: lost, an alarm. */
  readonly missing: readonly string[];
}

/** Reads one partition for one group, in stream order. */
export interface PartitionReader {
  /**
   * Returns the next batch: first what was handed out and never acknowledged, because of a crashed
   * replica or a lost reply, then new entries. The batch may be empty.
   *
   * @param waitMs the longest wait for new entries, at most a second
   * @throws while handled batches are not acknowledged and pending entries have to be read
   */
  next(waitMs: number): Promise<ReadBatch>;
  /** Whether `next` reads pending entries before new ones, and so needs all batches acknowledged. */
  readsPending(): boolean;
  /** Notes that everything in a batch may be acknowledged. */
  handled(batch: ReadBatch): void;
  /**
   * Acknowledges all handled batches. The command is written before the function returns.
   *
   * @throws LeaseLostError when another replica has taken the partition over.
   */
  acknowledge(): Promise<void>;
  /** Makes `next` read pending entries first, after a failure: also those of handled batches. */
  recover(error: unknown): void;
}

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

type RawEntry = [id: string, fields: string[] | null];
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

/** Pending entries delivered this often are worked on one at a time, to find the one that fails. */
const deliveriesInBatchMax = 5;
/** An entry that was delivered this often by itself crashes its reader. */
const deliveriesMax = 10;

const emptyBatch: ReadBatch = { entries: [], refused: [], missing: [] };

export function createPartitionReader(options: PartitionReaderOptions): PartitionReader {
  const { redis, blocking, keys, group, lease, entriesMax, withDetails } = options;
  const { partition } = lease;
  const stream = keys.stream(partition);
  /** Ids of handled batches that are not acknowledged yet, in stream order. */
  let handledIds: string[] = [];
  // A broken connection may have lost a reply with entries. They are pending and older than what
  // comes next, and so must be read first.
  let mayHavePending = true;
  let lastPendingCheckMs = 0;
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
    if (oldest === undefined) return emptyBatch;
    const isWorn = pending.some(([, , , deliveries]) => deliveries >= deliveriesInBatchMax);
    const ids = isWorn ? [oldest[0]] : pending.map(([id]) => id);
    const claimed = (await redis.xclaim(stream, group, consumer, 0, ...ids)) as RawEntry[];
    const found = claimed.filter((entry) => entry !== null);
    const foundIds = new Set(found.map(([id]) => id));
    const missing = ids.filter((id) => !foundIds.has(id));
    if (isWorn && oldest[3] >= deliveriesMax) {
      const detail = `delivered ${oldest[3]} times, never acknowledged`;
      const refused = found.map(([id, fields]) =>
        refusal(id, fields ?? [], { refused: "kills-its-reader", detail }),
      );
      return { entries: [], refused, missing };
    }
    return { ...toBatch(found), missing };
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
      if (!isEmpty(pending)) {
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
    async next(waitMs) {
      const batch = await nextWithoutDetails(waitMs);
      if (!withDetails || batch.entries.length === 0) return batch;
      return { ...batch, entries: await addDetails(redis, keys.streamDetails(partition), batch) };
    },
    readsPending,
    handled(batch) {
      handledIds.push(...idsOf(batch));
    },
    async acknowledge() {
      const ids = handledIds;
      if (ids.length === 0) return;
      const names = [stream, keys.lease(group, partition)];
      const args = [group, lease.owner, ...ids];
      if (Number(await acknowledgeScript.run(redis, names, args)) < 0) {
        throw new LeaseLostError(partition);
      }
      handledIds = handledIds.slice(ids.length);
    },
    recover(error) {
      mayHavePending = true;
      handledIds = [];
      if (error instanceof Error && error.name === "DeadlineError") blocking.disconnect(true);
    },
  };
}

export function isEmpty({ entries, refused, missing }: ReadBatch): boolean {
  return entries.length + refused.length + missing.length === 0;
}

/** Creates the group, reading from the stream's beginning, if it does not exist. */
async function ensureGroup(redis: RedisClient, stream: string, group: StreamGroup): Promise<void> {
  try {
    await redis.xgroup("CREATE", stream, group, "0", "MKSTREAM");
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("BUSYGROUP"))) throw error;
  }
}

/**
 * Adds the details; entries of version 1 have theirs already.
 *
 * @throws when some are missing, because Redis is being emptied. If they are missing for good, the
 *   entry is refused after some deliveries, like any that cannot be worked on.
 */
async function addDetails(
  redis: RedisClient,
  stream: string,
  { entries }: ReadBatch,
): Promise<StreamEntry[]> {
  const ids = entries.filter(({ details }) => details === null).map(({ entryId }) => entryId);
  const [first] = ids;
  const found = new Map<string, EntryDetails>();
  if (first !== undefined) {
    const rows = await redis.xrange(stream, first, ids.at(-1) ?? first, "COUNT", ids.length);
    for (const [id, fields] of rows) found.set(id, readEntryDetails(fields));
    // Pending entries may lie further apart.
    for (const id of ids.filter((wanted) => !found.has(wanted))) {
      const [row] = await redis.xrange(stream, id, id);
      if (row !== undefined) found.set(id, readEntryDetails(row[1]));
    }
  }
  return entries.map((entry) => {
    const details = entry.details ?? found.get(entry.entryId);
    if (details === undefined) throw new Error(`entry ${entry.entryId} has lost its details`);
    return { ...entry, details };
  });
}

function idsOf({ entries, refused, missing }: ReadBatch): string[] {
  return [...[...entries, ...refused].map(({ entryId }) => entryId), ...missing];
}

function olderOf(a: string, b: string): string {
  return compareEntryIds(a, b) <= 0 ? a : b;
}

function toBatch(raw: readonly RawEntry[]): ReadBatch {
  const entries: StreamEntry[] = [];
  const refused: RefusedEntry[] = [];
  const missing: string[] = [];
  for (const [entryId, fields] of raw) {
    if (fields === null) {
      missing.push(entryId);
      continue;
    }
    const entry = readEntry(entryId, fields);
    if ("refused" in entry) refused.push(refusal(entryId, fields, entry));
    else entries.push(entry);
  }
  return { entries, refused, missing };
}

function refusal(
  entryId: string,
  fields: readonly string[],
  { refused, detail }: { refused: RefusedEntry["reason"]; detail: string },
): RefusedEntry {
  const producer = fieldOf(fields, entryField.producer);
  const seq = Number(fieldOf(fields, entryField.seq) ?? Number.NaN);
  const isKnown = producer !== null && Number.isSafeInteger(seq);
  return {
    entryId,
    fields,
    producer: isKnown ? producer : null,
    seq: isKnown ? seq : null,
    reason: refused,
    detail,
  };
}

function fieldOf(fields: readonly string[], name: string): string | null {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    if (fields[at] === name) return fields[at + 1] ?? null;
  }
  return null;
}
