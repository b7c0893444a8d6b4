import {
  entryField,
  type EntryRefusal,
  readEntry,
  type StreamEntry,
  type StreamGroup,
} from "@jetwire/protocol";
import { withDeadline } from "@jetwire/runtime";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";

/** An entry nobody of this version can work on, with its fields as they are. */
export interface RefusedEntry {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** Whose it is and its number there, where they can be read. */
  readonly producer: string | null;
  readonly seq: number | null;
  readonly reason: EntryRefusal["refused"] | "kills-its-reader";
  readonly detail: string;
}

export interface ReadBatch {
  readonly entries: readonly StreamEntry[];
  readonly refused: readonly RefusedEntry[];
  /** Entries that were pending and are no longer in the stream: lost, an alarm. */
  readonly gone: readonly string[];
}

type RawEntry = [id: string, fields: string[] | null];
type PendingEntry = [id: string, consumer: string, idleMs: number, deliveries: number];

/**
 * The name of a group's consumer. It is the same for every replica: the lease says who it is, so
 * what a dead replica left pending is its successor's own, and no dead names pile up.
 */
const consumer = "reader";

const blockMs = 1_000;
/** A blocking read that comes back this late sits on a dead connection. */
const blockDeadlineMs = 3_000;

/** Pending entries handed out this often are worked on one at a time, to find the one that kills. */
const deliveriesInBatchMax = 5;
/** An entry handed out this often by itself kills its reader. */
const deliveriesMax = 10;

/** Makes the group, reading from the stream's beginning, where it isn't there. */
export async function ensureGroup(
  redis: RedisClient,
  stream: string,
  group: StreamGroup,
): Promise<void> {
  try {
    await redis.xgroup("CREATE", stream, group, "0", "MKSTREAM");
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith("BUSYGROUP"))) throw error;
  }
}

/** New entries, waiting a second at most; empty when none came. */
export async function readNew(
  blocking: RedisClient,
  keys: Keys,
  group: StreamGroup,
  partition: number,
  entriesMax: number,
): Promise<ReadBatch> {
  const read = blocking.xreadgroup(
    "GROUP", group, consumer,
    "COUNT", entriesMax,
    "BLOCK", blockMs,
    "STREAMS", keys.stream(partition), ">",
  ); // prettier-ignore
  type Reply = [stream: string, entries: RawEntry[]][] | null;
  const reply = await withDeadline(read as Promise<Reply>, blockDeadlineMs, "blocking read");
  return toBatch(reply?.[0]?.[1] ?? []);
}

/**
 * The oldest entries that were handed out and never acknowledged, in stream order: what a replica
 * that died left, or what a lost connection swallowed. Empty when there are none.
 */
export async function readPending(
  redis: RedisClient,
  keys: Keys,
  group: StreamGroup,
  partition: number,
  entriesMax: number,
): Promise<ReadBatch> {
  const stream = keys.stream(partition);
  const pending = (await redis.xpending(stream, group, "-", "+", entriesMax)) as PendingEntry[];
  const [oldest] = pending;
  if (oldest === undefined) return { entries: [], refused: [], gone: [] };
  const worn = pending.some(([, , , deliveries]) => deliveries >= deliveriesInBatchMax);
  const ids = worn ? [oldest[0]] : pending.map(([id]) => id);
  const claimed = (await redis.xclaim(stream, group, consumer, 0, ...ids)) as RawEntry[];
  const batch = toBatch(claimed.filter((entry) => entry !== null));
  const found = new Set(claimed.map((entry) => entry?.[0]));
  const gone = ids.filter((id) => !found.has(id));
  if (worn && oldest[3] >= deliveriesMax) return { ...refuseAll(claimed, oldest[3]), gone };
  return { ...batch, gone };
}

/** Tells the stream that the group is done with entries. */
export async function acknowledge(
  redis: RedisClient,
  keys: Keys,
  group: StreamGroup,
  partition: number,
  entryIds: readonly string[],
): Promise<void> {
  if (entryIds.length > 0) await redis.xack(keys.stream(partition), group, ...entryIds);
}

function toBatch(raw: readonly RawEntry[]): ReadBatch {
  const entries: StreamEntry[] = [];
  const refused: RefusedEntry[] = [];
  const gone: string[] = [];
  for (const [entryId, fields] of raw) {
    if (fields === null) {
      gone.push(entryId);
      continue;
    }
    const entry = readEntry(entryId, fields);
    if ("refused" in entry) {
      refused.push(refusal(entryId, fields, entry.refused, entry.detail));
    } else {
      entries.push(entry);
    }
  }
  return { entries, refused, gone };
}

function refuseAll(raw: readonly RawEntry[], deliveries: number): Omit<ReadBatch, "gone"> {
  const detail = `handed out ${deliveries} times, never acknowledged`;
  return {
    entries: [],
    refused: raw.map(([entryId, fields]) =>
      refusal(entryId, fields ?? [], "kills-its-reader", detail),
    ),
  };
}

function refusal(
  entryId: string,
  fields: readonly string[],
  reason: RefusedEntry["reason"],
  detail: string,
): RefusedEntry {
  const producer = fieldOf(fields, entryField.producer);
  const seq = Number(fieldOf(fields, entryField.seq) ?? Number.NaN);
  const known = producer !== null && Number.isSafeInteger(seq);
  return {
    entryId,
    fields,
    producer: known ? producer : null,
    seq: known ? seq : null,
    reason,
    detail,
  };
}

function fieldOf(fields: readonly string[], name: string): string | null {
  for (let at = 0; at + 1 < fields.length; at += 2) {
    if (fields[at] === name) return fields[at + 1] ?? null;
  }
  return null;
}
