import type { RedisClient } from "./redis-client.ts";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

/**
 * An account's feed log: every message of its stations, in the order of delivery.
 *
 * - Each stream entry is in it once, however often its batch is appended.
 * - Order holds per station, as the stream's does.
 * - Positions of one epoch count up without holes; what is missing between two was trimmed, by
 *   entries or by age, before it was read.
 * - When Redis was emptied or failed over to an older state a new epoch begins; a reader finds that
 *   its place is gone, or that what follows doesn't follow on it.
 * - Growth is announced on the account's channel in the same step as the append. Announcements can
 *   be lost; the log cannot be while Redis holds it.
 */

const script = loadScript("feed-append");

/** `<epoch>-<n>`, the place of an entry in a feed log. */
export type FeedPosition = string;

/** Before everything: an account that never had a message. */
export const feedStart: FeedPosition = "0-0";

/** A message on its way into a feed log. */
export interface FeedAppend {
  /** The stream entry it comes from, `<ms>-<n>`; ascending within a batch. */
  readonly entryId: string;
  readonly stationId: number;
  readonly messageId: string;
  readonly messageJson: string;
}

/**
 * A position and the tag of the entry there. Redis failing over to an older state may give a
 * position to another entry, but never its tag as well: while both are there, the log up to there
 * is what it was. Tag '' for no entry that was seen.
 */
export interface FeedPlace {
  readonly position: FeedPosition;
  readonly tag: string;
}

/** An entry of a feed log as its reader gets it; the texts stay bytes, they are only passed on. */
export interface FeedEntry extends FeedPlace {
  /** Who it was routed by; 0 when it doesn't say. */
  readonly stationId: number;
  readonly messageId: string;
  readonly messageJson: Buffer;
}

export interface FeedLogCaps {
  readonly entriesMax: number;
  /** Entries are kept at least this long, unless there are too many, and at most half as long again. */
  readonly ageMsMax: number;
}

/**
 * Appends one batch of one stream partition and announces the log's new end.
 *
 * @param told the position that an earlier append returned: a log that ends before it has lost
 *   entries, and begins a new epoch
 * @throws when Redis doesn't answer in time or refuses: outcome unknown, append the same again.
 */
export async function appendToFeedLog(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  partition: number,
  messages: readonly FeedAppend[],
  caps: FeedLogCaps,
  told: FeedPosition | null = null,
): Promise<{ readonly appended: number; readonly position: FeedPosition }> {
  const args: (string | number)[] = [partition, caps.entriesMax, caps.ageMsMax, told ?? ""];
  for (const message of messages) {
    args.push(message.entryId, message.stationId, message.messageId, message.messageJson);
  }
  const log = keys.feedLog(accountId);
  const scriptKeys = [log, keys.feedPositions(accountId), keys.feedChannel(accountId)];
  const [appended, position] = (await script.run(redis, scriptKeys, args)) as [number, string];
  return { appended, position };
}

/**
 * Looks whether a log has lost its end, as after a fail-over to an older state; if so it begins a new
 * epoch with a gap, at which its readers turn to the record.
 *
 * @param told the position that the last append returned
 * @returns where the log ends now.
 * @throws when Redis doesn't answer in time or refuses.
 */
export async function checkFeedLog(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  caps: FeedLogCaps,
  told: FeedPosition,
): Promise<FeedPosition> {
  return (await appendToFeedLog(redis, keys, accountId, 0, [], caps, told)).position;
}

/** The entry at a position, if it is still there, and those after it, oldest first. */
export async function readFeedLog(
  redis: RedisClient,
  keys: Keys,
  accountId: string,
  from: FeedPosition,
  countMax: number,
): Promise<FeedEntry[]> {
  const log = keys.feedLog(accountId);
  const rows = await redis.xrangeBuffer(log, from, "+", "COUNT", countMax);
  return rows.map(([position, fields]) => ({
    position: position.toString(),
    tag: fieldOf(fields, "t").toString(),
    stationId: Number(fieldOf(fields, "s").toString()),
    messageId: fieldOf(fields, "i").toString(),
    messageJson: fieldOf(fields, "m"),
  }));
}

/**
 * Whether nothing can lie between two positions. Only the first epoch's entry 1 follows on the
 * start: what a log had before another epoch isn't known.
 */
export function followsDirectly(earlier: FeedPosition, later: FeedPosition): boolean {
  const [earlierEpoch, earlierN] = earlier.split("-");
  const [laterEpoch, laterN] = later.split("-");
  if (earlier === feedStart) return laterN === "1";
  return earlierEpoch === laterEpoch && Number(laterN) === Number(earlierN) + 1;
}

/** Whether a position lies after another: later epoch, or further on in the same. */
export function isAfter(position: FeedPosition, other: FeedPosition): boolean {
  const [epoch, n] = position.split("-");
  const [otherEpoch, otherN] = other.split("-");
  return epoch === otherEpoch ? Number(n) > Number(otherN) : Number(epoch) > Number(otherEpoch);
}

/** When the epoch of a position began, Unix ms; 0 where nothing has begun. */
export function feedEpochMs(position: FeedPosition): number {
  return Number(position.split("-")[0]);
}

/** Whether a text can be a position; what comes over a channel is checked by it. */
export function isFeedPosition(text: string): boolean {
  return /^\d{1,15}-\d{1,15}$/.test(text);
}

const nothing = Buffer.alloc(0);

function fieldOf(fields: readonly Buffer[], name: string): Buffer {
  const at = fields.findIndex((field, i) => i % 2 === 0 && field.toString() === name);
  return at < 0 ? nothing : (fields[at + 1] ?? nothing);
}
