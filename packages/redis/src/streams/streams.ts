import {
  type EntryLinks,
  type EntryWhole,
  entryMessages,
  entryVersion,
  type Message,
  type StreamGroup,
} from "@jetwire/protocol";
import { loadScript } from "../connection/script.ts";
import type { RedisClient } from "../connection/redis-client.ts";
import type { Keys } from "../keys.ts";
import { compareEntryIds, type GroupProgress, readProgress } from "./progress.ts";
import { findMessage } from "./stream-lookup.ts";
import { trimPartition } from "./trim.ts";
import type { PartitionWaiting } from "./waiting.ts";

const appendScript = loadScript(new URL("./append.lua", import.meta.url));
const requeueScript = loadScript(new URL("./requeue.lua", import.meta.url));
const raiseScript = loadScript(new URL("./raise-partitions.lua", import.meta.url));

/** An entry to be appended to a partition. */
export interface OutgoingEntry {
  readonly seq: number;
  readonly message: Message;
  readonly links: EntryLinks;
  /** The decoder's whole object; stored as it is. */
  readonly raw: string;
  /** The whole that the message completes. */
  readonly whole?: EntryWhole | null;
  /** It was delivered before: the persister stores it, and other readers skip it. */
  readonly storeOnly?: boolean;
}

/** An entry by its fields: names and values in turn. */
export interface RequeuedEntry {
  readonly fields: readonly string[];
  /** The fields of its details, none if they are not known. */
  readonly details: readonly string[];
}

/** A producer that appends to a partition. */
export interface AppendingProducer {
  /** `<producer>:<epoch>` */
  readonly name: string;
  /** The last number that the producer knows to be in the partition, 0 for none. */
  readonly knownLast: number;
  /** The highest number that may have been sent before; unlimited by default. */
  readonly sentUpTo?: number;
}

/**
 * `last` is the last number that Redis has. `lost`: it no longer has what this producer appended.
 * `conflict`: it has numbers of this producer that the producer has not sent.
 */
export type AppendResult =
  | { readonly status: "appended"; readonly count: number; readonly last: number }
  | { readonly status: "lost" | "conflict"; readonly last: number };

/** One entry id per partition; `0-0` lies before every entry. */
export type StreamPositions = readonly string[];

const streamStart = "0-0";
const requeuedSeconds = 7 * 86_400;

/**
 * The message stream `messages:{p}`: its appends, its trimming and the progress of its groups. All its state is in Redis;
 * every method rejects when Redis does not answer.
 */
export class MessageStreams {
  readonly #redis: RedisClient;
  readonly #keys: Keys;

  constructor(redis: RedisClient, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /**
   * Appends entries (ascending `seq`) to one partition, each once however often they are sent.
   *
   * @throws when Redis does not answer in time or refuses (out of memory). Whether the entries were
   *   appended is unknown then: send the same again.
   */
  async append(
    partition: number,
    { name, knownLast, sentUpTo = Number.MAX_SAFE_INTEGER }: AppendingProducer,
    entries: readonly OutgoingEntry[],
  ): Promise<AppendResult> {
    const args: (string | number)[] = [name, knownLast, sentUpTo, entryVersion];
    for (const { seq, message, links, raw, whole = null, storeOnly = false } of entries) {
      const { stationId, id, groupId } = message;
      args.push(seq, stationId, id, groupId, links.first ? 1 : 0, storeOnly ? 1 : 0);
      const texts = entryMessages.write(message);
      const wholeText = whole === null ? "" : JSON.stringify(whole);
      args.push(texts.message, texts.later, wholeText, JSON.stringify(links), raw);
    }
    const scriptKeys = [
      this.#keys.stream(partition),
      this.#keys.streamDetails(partition),
      this.#keys.appended(partition),
    ];
    const [count, last] = (await appendScript.run(this.#redis, scriptKeys, args)) as [
      number,
      number,
    ];
    if (count >= 0) return { status: "appended", count, last };
    return { status: count === -1 ? "lost" : "conflict", last };
  }

  /**
   * Appends the entry of a dead letter once more, at most once in a week however often it is called.
   *
   * @throws when Redis does not answer in time; then call it again.
   */
  async requeue(
    partition: number,
    deadLetterId: number,
    { fields, details }: RequeuedEntry,
  ): Promise<void> {
    const scriptKeys = [
      this.#keys.stream(partition),
      this.#keys.streamDetails(partition),
      this.#keys.requeued(partition, deadLetterId),
    ];
    await requeueScript.run(this.#redis, scriptKeys, [requeuedSeconds, fields.length, ...fields, ...details]); // prettier-ignore
  }

  /** Returns the last sequence number that a partition has of a producer, 0 for none. */
  async lastAppended(partition: number, producer: string): Promise<number> {
    return Number((await this.#redis.hget(this.#keys.appended(partition), producer)) ?? 0);
  }

  /** Returns the message id of the entry with that number, or null if it is not known. */
  lastAppendedId(partition: number, producer: string): Promise<string | null> {
    return this.#redis.hget(this.#keys.appended(partition), `id:${producer}`);
  }

  /**
   * Begins a producer's epoch in a partition: entries up to `seq` count as appended, because they
   * are stored already. Without this, a producer with nothing left to append would take the missing
   * number for a loss at its next start.
   */
  async beginEpoch(partition: number, producer: string, seq: number): Promise<void> {
    await this.#redis.hset(this.#keys.appended(partition), producer, seq);
  }

  /** Announces to readers that the partitions below this number are appended to. */
  async recordPartitions(partitions: number): Promise<void> {
    await raiseScript.run(this.#redis, [this.#keys.partitions], [partitions]);
  }

  /**
   * Returns how many partitions have to be read: the configured ones, or as many as were ever
   * appended to, so that nothing is left unread when the number changes.
   */
  async partitionsInUse(configured: number): Promise<number> {
    return Math.max(configured, Number((await this.#redis.get(this.#keys.partitions)) ?? 0));
  }

  /** Reads every group's progress in a partition, by name; groups not created yet are absent. */
  progress(partition: number) {
    return readProgress(this.#redis, this.#keys.stream(partition));
  }

  /**
   * Removes from a partition what all groups have acknowledged, and nothing else, however long the
   * stream gets. Only the sampler is best effort: it blocks no entry older than a minute. Returns how
   * many entries were removed.
   */
  trim(partition: number): Promise<number> {
    return trimPartition(this.#redis, this.#keys, partition);
  }

  /** Returns the last entry of each partition. */
  ends(configured: number): Promise<StreamPositions> {
    return this.#inEach(configured, async (partition) => {
      const [last] = await this.#redis.xrevrange(
        this.#keys.stream(partition),
        "+",
        "-",
        "COUNT",
        1,
      );
      return last?.[0] ?? streamStart;
    });
  }

  /** Whether a group has acknowledged every entry up to these, or all that Redis still has of them. */
  async isAcknowledged(group: StreamGroup, upTo: StreamPositions): Promise<boolean> {
    const acknowledged = await Promise.all(
      upTo.map((entryId, partition) => this.#isPartitionAcknowledged(group, partition, entryId)),
    );
    return acknowledged.every(Boolean);
  }

  /**
   * Returns when the oldest entry was appended that the persister has not acknowledged (Unix ms, by
   * Redis' clock), null when there is none.
   */
  oldestUnstoredMs(configured: number): Promise<number | null> {
    return this.#oldestUnreadMs("persister", configured);
  }

  /** Returns the same for fanout: when the oldest entry was appended that is not in feed logs. */
  oldestUndeliveredMs(configured: number): Promise<number | null> {
    return this.#oldestUnreadMs("fanout", configured);
  }

  /** Returns the age of the oldest entry that a group has not acknowledged, ms by Redis' clock; 0 if there is none. */
  async lagMs(group: StreamGroup, configured: number): Promise<number> {
    const oldestMs = await this.#oldestUnreadMs(group, configured);
    if (oldestMs === null) return 0;
    return Math.max(0, (await this.#redisMs()) - oldestMs);
  }

  /** Returns what waits in each partition for each group, and who reads it. */
  async waiting(configured: number): Promise<PartitionWaiting[]> {
    const nowMs = await this.#redisMs();
    return await this.#inEach(configured, async (partition) => {
      const [length, groups] = await Promise.all([
        this.#redis.xlen(this.#keys.stream(partition)),
        this.progress(partition),
      ]);
      const waiting = groups.map(async (own) => {
        const { group, pending, lag } = own;
        const [oldest, lease] = await Promise.all([
          this.#oldestUnread(own, partition),
          this.#redis.get(this.#keys.lease(group as StreamGroup, partition)),
        ]);
        return {
          group,
          pending,
          lag,
          entries: lag === null ? null : lag + pending,
          oldestMs: oldest === null ? 0 : Math.max(0, nowMs - Number(oldest.split("-")[0])),
          replica: lease === null ? null : lease.replace(/ \d+$/, ""),
        };
      });
      return { partition, length, groups: await Promise.all(waiting) };
    });
  }

  /**
   * Looks for a message that Postgres does not have yet. Its id names the partition and about when
   * it was appended; a message appended much later (Redis was unavailable) may not be found.
   */
  find(messageId: string): Promise<Message | null> {
    return findMessage(this.#redis, this.#keys, messageId);
  }

  async #inEach<T>(configured: number, read: (partition: number) => Promise<T>): Promise<T[]> {
    const partitions = await this.partitionsInUse(configured);
    return await Promise.all(Array.from({ length: partitions }, (_, partition) => read(partition)));
  }

  async #isPartitionAcknowledged(
    group: StreamGroup,
    partition: number,
    entryId: string,
  ): Promise<boolean> {
    if (entryId === streamStart) return true;
    const groups = await this.progress(partition);
    const own = groups.find((one) => one.group === group);
    // A stream that does not exist has nothing that the group could still work on.
    if (own === undefined) return groups.length === 0;
    // After a failover to an older state the position may lie beyond the stream's end.
    if (own.pending === 0 && own.lag === 0) return true;
    const order = compareEntryIds(own.needsFrom, entryId);
    return own.pending > 0 ? order > 0 : order >= 0;
  }

  async #oldestUnread(own: GroupProgress | undefined, partition: number): Promise<string | null> {
    if (own !== undefined && own.pending > 0) return own.needsFrom;
    const from = own ? `(${own.lastDelivered}` : "-";
    const [next] = await this.#redis.xrange(this.#keys.stream(partition), from, "+", "COUNT", 1);
    return next?.[0] ?? null;
  }

  async #redisMs(): Promise<number> {
    const [seconds] = await this.#redis.time();
    return Number(seconds) * 1_000;
  }

  async #oldestUnreadMs(group: StreamGroup, configured: number): Promise<number | null> {
    const oldest = await this.#inEach(configured, async (partition) => {
      const groups = await this.progress(partition);
      return await this.#oldestUnread(
        groups.find((one) => one.group === group),
        partition,
      );
    });
    const times = oldest.filter((id) => id !== null).map((id) => Number(id.split("-")[0]));
    return times.length === 0 ? null : Math.min(...times);
  }
}
