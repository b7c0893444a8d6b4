import type { Channels, ChannelSubscription } from "../channels/channels.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import { loadScript } from "../connection/script.ts";
import type { Keys } from "../keys.ts";
import { type Lease, StaleTokenError } from "../streams/lease.ts";
import {
  type FeedCursor,
  type FeedPosition,
  feedStart,
  followsDirectly,
  isAfter,
  isFeedPosition,
} from "./feed-position.ts";

/*
 * An account's feed log: every message of its stations, in the order of delivery.
 *
 * - Each message is in an epoch of it once, however often its batch is appended.
 * - Order is kept per station, as in the stream.
 * - Positions of one epoch count up without gaps; an entry missing between two was trimmed, by
 *   number or by age, before it was read.
 * - When Redis was emptied, restarted or failed over, a new epoch begins; a reader finds that its
 *   position no longer exists, or that the next entry does not follow it.
 * - The index has the position of each message of the epoch that the log still has.
 * - Growth is announced on the account's channel in the same step as the append. Announcements can
 *   be lost; the log cannot be lost while Redis keeps it.
 */

const appendScript = loadScript(new URL("./feed-append.lua", import.meta.url));
const findScript = loadScript(new URL("./feed-find.lua", import.meta.url));
const beganScript = loadScript(new URL("./feed-began.lua", import.meta.url));
const recordScript = loadScript(new URL("./feed-record-read.lua", import.meta.url));
const recordMsMax = 30 * 86_400_000;
const removePageEntries = 500;
const searchedEntries = 100;
const startCursor: FeedCursor = { position: feedStart, tag: "" };

/** A message to be appended to a feed log. */
export interface FeedAppend {
  readonly stationId: number;
  readonly messageId: string;
  readonly messageJson: string;
  /** The whole that the message completes, as JSON. */
  readonly wholeJson?: string | undefined;
}

/** An entry of a feed log; the message stays bytes because readers only pass it on. */
export interface FeedEntry extends FeedCursor {
  /** The station that it was routed by; 0 when unknown. */
  readonly stationId: number;
  readonly messageId: string;
  readonly messageJson: Buffer;
  /** The whole that the message completes; empty if it completes none. */
  readonly wholeJson: Buffer;
}

export interface FeedLogCaps {
  readonly entriesMax: number;
  /** Entries are kept at least this long, unless there are too many, and at most half as long again. */
  readonly ageMsMax: number;
}

/** The end of a feed log and the position of a message in it, at one moment. */
export interface FeedLogState {
  /** The last entry there ever was; `feedStart` when Redis knows of none. */
  readonly end: FeedCursor;
  /**
   * Messages that arrived before this, Unix ms, may have been read in another order than the log's:
   * from a log that Redis has lost since, or from Postgres. 0 when there are none.
   */
  readonly sinceMs: number;
  /**
   * The position of the message. Null when the log does not have it, or may lack entries after it:
   * its server was restarted or took over since the last append, or an older version appended.
   */
  readonly message: FeedCursor | null;
}

/** The reader of a partition that appends, and its fencing token. */
export type FeedSource = Pick<Lease, "partition" | "token">;

export function createFeedLogs(redis: RedisClient, keys: Keys) {
  return {
    of: (accountId: string): FeedLog => new FeedLog(redis, keys, accountId),
    /**
     * Returns since when this Redis has kept feed logs without being emptied, Unix ms of its clock. The first call
     * after it was emptied sets it, so it is never too early; frequent calls keep it from being late.
     */
    startedMs: async (): Promise<number> =>
      Number(await beganScript.run(redis, [keys.feedsBegan], [])),
  };
}

/**
 * The feed log of one account. Every method rejects when Redis does not answer or refuses.
 *
 * In Redis, a log *continues* as long as it ends at the position that fanout has last seen, on the server on which it was
 * last appended. An append to any other log *begins a new epoch*: its numbers do not follow those before, so readers turn
 * to Postgres. The index *covers* a log whose first entry is of the index's epoch; others are searched entry by entry.
 */
export class FeedLog {
  readonly #redis: RedisClient;
  readonly #log: string;
  readonly #positions: string;
  readonly #channel: string;
  readonly #index: string;

  constructor(redis: RedisClient, keys: Keys, accountId: string) {
    this.#redis = redis;
    this.#log = keys.feedLog(accountId);
    this.#positions = keys.feedPositions(accountId);
    this.#channel = keys.feedChannel(accountId);
    this.#index = keys.feedIndex(accountId);
  }

  /**
   * Appends the messages that the log does not have and announces its new end. After a rejection it
   * is unknown whether the batch was appended: append the same again.
   *
   * @param lastKnown the position that an earlier append returned: a log that ends before it has
   *   lost entries, and begins a new epoch
   * @param source the lease under which the messages were read
   * @throws StaleTokenError if a later owner of the partition has appended already
   */
  async append(
    messages: readonly FeedAppend[],
    caps: FeedLogCaps,
    lastKnown?: FeedPosition | null,
    source?: FeedSource,
  ): Promise<{ appended: number; position: FeedPosition }> {
    const args: (string | number)[] = [caps.entriesMax, caps.ageMsMax, lastKnown ?? ""];
    args.push(source?.partition ?? "", source?.token ?? "");
    for (const { stationId, messageId, messageJson, wholeJson = "" } of messages) {
      args.push(stationId, messageId, messageJson, wholeJson);
    }
    const names = [this.#log, this.#positions, this.#channel, this.#index];
    const reply = await appendScript.run(this.#redis, names, args);
    const [appended, position] = reply as [number, string];
    if (appended < 0) throw new StaleTokenError("a feed log", source?.token ?? 0, Number(position));
    return { appended, position };
  }

  /**
   * Checks whether the log may have lost its end, as after a failover or a restart. If so it begins
   * a new epoch with a gap, which makes its readers turn to Postgres.
   *
   * @param lastKnown the position that the last append returned
   * @returns where the log ends now
   */
  async check(caps: FeedLogCaps, lastKnown: FeedPosition): Promise<FeedPosition> {
    return (await this.append([], caps, lastKnown)).position;
  }

  /** Returns the entry at a position, if it is still there, and those after it, oldest first. */
  async read(from: FeedPosition, countMax: number): Promise<FeedEntry[]> {
    const rows = await this.#redis.xrangeBuffer(this.#log, from, "+", "COUNT", countMax);
    return rows.map(([position, fields]) => ({
      position: position.toString(),
      tag: fieldOf(fields, "t").toString(),
      stationId: Number(fieldOf(fields, "s").toString()),
      messageId: fieldOf(fields, "i").toString(),
      messageJson: fieldOf(fields, "m"),
      wholeJson: fieldOf(fields, "w"),
    }));
  }

  /**
   * Returns where a reader begins that has everything that was appended before a time.
   *
   * @param sinceMs Unix ms, of the clock of Redis
   * @returns null if entries may be missing that were appended since then
   */
  async startAfter(sinceMs: number): Promise<FeedCursor | null> {
    const { end } = await this.find(null);
    let oldest: FeedPosition | null = null;
    for (let below = "+"; ;) {
      const page = await this.#redis.xrevrange(this.#log, below, "-", "COUNT", searchedEntries);
      for (const [position, fields] of page) {
        const tag = fields[fields.indexOf("t") + 1] ?? "";
        if (Number(tag) / 1_000 < sinceMs) return { position, tag };
        oldest = position;
      }
      if (page.length < searchedEntries) break;
      below = `(${oldest}`;
    }
    // Everything there is was appended since then: nothing may have been trimmed before it.
    if (oldest !== null) return followsDirectly(feedStart, oldest) ? startCursor : null;
    return end.position === feedStart ? startCursor : end;
  }

  /** Finds the end of the log, and a message in it when one is asked for. */
  async find(messageId: string | null): Promise<FeedLogState> {
    const { end, sinceMs, message, isEndKnown } = await this.#look(messageId);
    return { end, sinceMs, message: isEndKnown ? message : null };
  }

  /**
   * Removes a message. Readers that have not reached it find a gap there and go on from Postgres,
   * which does not have it either. Returns whether it was there.
   */
  async remove(messageId: string): Promise<boolean> {
    // It stays in the index, so that a repeated batch does not append it again.
    const { message } = await this.#look(messageId);
    const indexed = message === null ? [] : [message.position];
    const found = (await this.#isIndexed()) ? indexed : await this.#positionsOf(messageId);
    return found.length > 0 && (await this.#redis.xdel(this.#log, ...found)) > 0;
  }

  /**
   * Notes that messages of the account are read from Postgres, where they are in another order than
   * in the log. A message's position in the log then does not tell what a reader has received.
   *
   * @param untilMs messages that arrive after it, Unix ms, are not among them
   */
  async recordDatabaseRead(untilMs: number): Promise<void> {
    await recordScript.run(this.#redis, [this.#positions], [untilMs, recordMsMax]);
  }

  /** Calls back with the log's new end whenever it has grown; announcements can be lost. */
  subscribe(channels: Channels, onGrowth: (end: FeedPosition) => void): ChannelSubscription {
    return channels.subscribe(this.#channel, (message) => {
      const end = message.toString();
      if (isFeedPosition(end)) onGrowth(end);
    });
  }

  async #look(messageId: string | null): Promise<FeedLogState & { isEndKnown: boolean }> {
    const names = [this.#log, this.#positions, this.#index];
    const reply = await findScript.run(this.#redis, names, [messageId ?? ""]);
    const [end = "", endTag = "", since = "", position = "", tag = "", isEndKnown] =
      reply as string[];
    return {
      end: { position: end, tag: endTag },
      sinceMs: Number(since),
      message: position === "" ? null : { position, tag },
      isEndKnown: isEndKnown === "1",
    };
  }

  /** Whether the index covers the log: not if it has entries of other epochs or of older versions. */
  async #isIndexed(): Promise<boolean> {
    const [first] = await this.#redis.xrange(this.#log, "-", "+", "COUNT", 1);
    const [lowest, score] = await this.#redis.zrange(this.#index, "0", "0", "WITHSCORES");
    const epoch = await this.#redis.hget(this.#positions, "indexed");
    if (first === undefined || lowest === undefined) return first === undefined;
    return !isAfter(`${epoch}-${score}`, first[0]);
  }

  /** Searches the whole log. */
  async #positionsOf(messageId: string): Promise<FeedPosition[]> {
    const found: FeedPosition[] = [];
    for (let from = "-"; ;) {
      const page = await this.#redis.xrange(this.#log, from, "+", "COUNT", removePageEntries);
      for (const [position, fields] of page) {
        if (fields[fields.indexOf("i") + 1] === messageId) found.push(position);
      }
      const last = page.at(-1);
      if (last === undefined || page.length < removePageEntries) return found;
      from = `(${last[0]}`;
    }
  }
}

const nothing = Buffer.alloc(0);

function fieldOf(fields: readonly Buffer[], name: string): Buffer {
  const at = fields.findIndex((field, i) => i % 2 === 0 && field.toString() === name);
  return at < 0 ? nothing : (fields[at + 1] ?? nothing);
}
