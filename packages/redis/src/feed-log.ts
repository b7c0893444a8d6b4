import type { Redis } from "ioredis";
import type { Keys } from "./keys.ts";
import { loadScript } from "./script.ts";

/**
 * An account's feed log: every message of its stations, in the order of delivery.
 *
 * - Each stream entry is in it once, however often its batch is appended.
 * - Order holds per station, as the stream's does.
 * - Positions of one epoch count up without holes; what is missing between two was trimmed, by
 *   entries or by age, before it was read.
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
  readonly messageId: string;
  readonly messageJson: string;
}

/** An entry of a feed log as its reader gets it; the texts stay bytes, they are only passed on. */
export interface FeedEntry {
  readonly position: FeedPosition;
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
 * @throws when Redis doesn't answer in time or refuses: outcome unknown, append the same again.
 */
export async function appendToFeedLog(
  redis: Redis,
  keys: Keys,
  accountId: string,
  partition: number,
  messages: readonly FeedAppend[],
  caps: FeedLogCaps,
): Promise<{ readonly appended: number; readonly position: FeedPosition }> {
  const args: (string | number)[] = [partition, caps.entriesMax, caps.ageMsMax];
  for (const message of messages) {
    args.push(message.entryId, message.messageId, message.messageJson);
  }
  const log = keys.feedLog(accountId);
  const scriptKeys = [log, keys.feedPositions(accountId), keys.feedChannel(accountId)];
  const [appended, position] = (await script.run(redis, scriptKeys, args)) as [number, string];
  return { appended, position };
}

/** The entries after a position, oldest first. */
export async function readFeedLog(
  redis: Redis,
  keys: Keys,
  accountId: string,
  after: FeedPosition,
  countMax: number,
): Promise<FeedEntry[]> {
  const rows = await redis.xrangeBuffer(
    keys.feedLog(accountId),
    `(${after}`,
    "+",
    "COUNT",
    countMax,
  );
  return rows.map(([position, fields]) => ({
    position: position.toString(),
    messageId: fieldOf(fields, "i").toString(),
    messageJson: fieldOf(fields, "m"),
  }));
}

/** The position of the last entry there ever was; `feedStart` when Redis knows of none. */
export async function feedLogTail(
  redis: Redis,
  keys: Keys,
  accountId: string,
): Promise<FeedPosition> {
  const [epoch, n] = await redis.hmget(keys.feedPositions(accountId), "epoch", "n");
  return epoch && n ? `${epoch}-${n}` : feedStart;
}

/** Whether nothing lies between two positions of a log. A new epoch begins with its entry 1. */
export function followsDirectly(earlier: FeedPosition, later: FeedPosition): boolean {
  const [earlierEpoch, earlierN] = earlier.split("-");
  const [laterEpoch, laterN] = later.split("-");
  return earlierEpoch === laterEpoch ? Number(laterN) === Number(earlierN) + 1 : laterN === "1";
}

/** Whether a position lies after another: later epoch, or further on in the same. */
export function isAfter(position: FeedPosition, other: FeedPosition): boolean {
  const [epoch, n] = position.split("-");
  const [otherEpoch, otherN] = other.split("-");
  return epoch === otherEpoch ? Number(n) > Number(otherN) : Number(epoch) > Number(otherEpoch);
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
