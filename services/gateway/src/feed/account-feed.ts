import type { FeedCursor, FeedEntry, FeedLog, FeedPosition } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import { continueFrom } from "./feed-continuity.ts";
import { createDeliveredAge } from "./delivered-age.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { FeedEncoding } from "./feed-encoding.ts";
import { FeedReader, type FeedSink, type Replay, type ReplayResult } from "./feed-reader.ts";
import type { FeedStart } from "./feed-start.ts";

/** A connection's part in a feed. */
export interface FeedSubscription {
  /**
   * Starts delivery of what follows the connection's start.
   *
   * @param owned the account's stations, read after subscribing; `all` for a watch
   */
  start(owned: ReadonlySet<number> | "all"): void;
  /** Has the connection replay what it may have missed, once it is started. */
  lose(): void;
  close(): void;
}

export interface AccountFeedOptions {
  readonly log: Pick<FeedLog, "read" | "find">;
  /** Replays from Postgres. @throws when Redis does not answer. */
  replay(replay: Replay): Promise<ReplayResult>;
  /** Returns the ids of entries that may not be shown any more. @throws if that cannot be found out now */
  readonly withheld?: ((entries: readonly FeedEntry[]) => Promise<ReadonlySet<string>>) | undefined;
  readonly metrics: FeedMetrics;
  readonly logger: Logger;
  /** Monotonic, ms. */
  now(): number;
}

const batchMax = 100;
const none: ReadonlySet<string> = new Set();
/** The time between heartbeats, while nothing comes. */
const quietMs = 15_000;

/**
 * The feed of one account: its log, and the readers that follow it.
 *
 * Readers with the same cursor share one read of the log and one encoding of what it returns.
 */
export class AccountFeed {
  readonly #options: AccountFeedOptions;
  readonly #log;
  readonly #metrics;
  readonly #logger;
  readonly #readers = new Set<FeedReader>();
  readonly #recordDelivered;
  #isDelivering = false;

  constructor(options: AccountFeedOptions) {
    this.#options = options;
    const { metrics } = options;
    this.#log = options.log;
    this.#metrics = metrics;
    this.#logger = options.logger;
    this.#recordDelivered = createDeliveredAge(metrics);
  }

  /** The number of subscriptions. */
  get size(): number {
    return this.#readers.size;
  }

  subscribe(sink: FeedSink, start: FeedStart): FeedSubscription {
    const reader = new FeedReader(sink, start, {
      metrics: this.#metrics,
      now: this.#options.now,
      onIdle: () => this.#deliver(),
    });
    this.#readers.add(reader);
    return {
      start: (owned) => reader.start(owned),
      lose: () => reader.loseCursor(),
      close: () => {
        this.#readers.delete(reader);
        reader.close();
      },
    };
  }

  /** Delivers what the log has gained; `end` is its announced end. */
  grew(end: FeedPosition): void {
    for (const reader of this.#readers) reader.recordGrowth(end);
    void this.#deliver();
  }

  /** Has all readers replay what they may have missed. */
  lose(): void {
    for (const reader of this.#readers) reader.loseCursor();
    void this.#deliver();
  }

  /** Looks for growth that was not announced, and cuts off connections that do not read. */
  async check(): Promise<void> {
    for (const reader of this.#readers) {
      reader.cutIfUnread();
      reader.recordGrowth();
    }
    await this.#deliver();
    for (const reader of this.#readers) reader.tellQuiet(quietMs);
  }

  /** Hands out entries, one read at a time, until every idle reader has what there is. */
  async #deliver(): Promise<void> {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      for (let next = this.#firstWaiting(); next !== undefined; next = this.#firstWaiting()) {
        if (next.cursor === null)
          next.replay(this.#options.replay).catch((error) => this.#recordFailure(error));
        else await this.#advance(next.cursor);
      }
    } catch (error) {
      this.#recordFailure(error);
    } finally {
      this.#isDelivering = false;
    }
  }

  #firstWaiting(): FeedReader | undefined {
    return Iterator.from(this.#readers).find((reader) => reader.isWaiting);
  }

  /** The next announcement or check tries again. */
  #recordFailure(error: unknown): void {
    this.#metrics.failures.inc();
    this.#logger.debug({ err: error }, "a feed log could not be read");
  }

  /** Hands what follows a cursor to all idle readers that are there. */
  async #advance(cursor: FeedCursor): Promise<void> {
    const there = [...this.#readers].filter((reader) => reader.isIdleAt(cursor));
    for (const reader of there) reader.recordRead();
    const fromMs = Date.now();
    let read: readonly FeedEntry[];
    let entries: readonly FeedEntry[] | "lost";
    let withheld = none;
    try {
      read = await this.#log.read(cursor.position, batchMax + 1);
      const end = read.length === 0 ? (await this.#log.find(null)).end : null;
      entries = continueFrom(cursor, read, end);
      if (entries !== "lost") withheld = (await this.#options.withheld?.(entries)) ?? none;
    } catch (error) {
      for (const reader of there) reader.recordGrowth();
      throw error;
    }
    const encoded = new Map<FeedEncoding, Buffer>();
    for (const reader of there) {
      if (!reader.isIdleAt(cursor)) continue;
      if (entries === "lost") {
        reader.loseCursor();
        continue;
      }
      if (entries.length === 0) continue;
      if (read.length > batchMax) reader.recordGrowth();
      const all = entries;
      const shown = withheld.size === 0 ? all : all.filter((e) => !withheld.has(e.messageId));
      reader.deliver(all, shown, (encoding) => encodeOnce(encoded, encoding, shown));
      this.#recordDelivered(all, fromMs);
    }
  }
}

function encodeOnce(
  encoded: Map<FeedEncoding, Buffer>,
  encoding: FeedEncoding,
  entries: readonly FeedEntry[],
): Buffer {
  const known = encoded.get(encoding) ?? encoding.messages(entries);
  encoded.set(encoding, known);
  return known;
}
