import type { FeedCursor, FeedEntry, FeedLog, FeedPosition } from "@jetwire/redis";
import type { Logger } from "@jetwire/runtime";
import type { FrameOptions } from "../connection/engine-connection.ts";
import { continueFrom } from "./feed-continuity.ts";
import { createDeliveredAge } from "./delivered-age.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import {
  createFeedReader,
  entryFrames,
  type FeedReader,
  type FeedSink,
  type Replay,
  type ReplayResult,
} from "./feed-reader.ts";
import type { FeedStart } from "./feed-start.ts";

/** A connection's part in a feed. */
export interface FeedSubscription {
  /**
   * Starts delivery of what follows the connection's start.
   *
   * @param owned the account's stations, read after subscribing
   */
  start(owned: ReadonlySet<number>): void;
  close(): void;
}

/** The feed of one account: its log, and the readers that follow it. */
export type AccountFeed = ReturnType<typeof createAccountFeed>;

export interface AccountFeedOptions {
  readonly log: Pick<FeedLog, "read" | "find">;
  /** Replays from Postgres. @throws when Redis does not answer. */
  replay(replay: Replay): Promise<ReplayResult>;
  readonly metrics: FeedMetrics;
  readonly logger: Logger;
  /** Monotonic, ms. */
  now(): number;
}

const batchMax = 100;

/** Readers with the same cursor share one read of the log and one encoding of what it returns. */
export function createAccountFeed(options: AccountFeedOptions) {
  const { log, metrics, logger } = options;
  const readers = new Set<FeedReader>();
  const noteDelivered = createDeliveredAge(metrics);
  let isDelivering = false;

  /** Hands out entries, one read at a time, until every idle reader has what there is. */
  async function deliver(): Promise<void> {
    if (isDelivering) return;
    isDelivering = true;
    try {
      for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
        if (next.cursor === null) next.replay(options.replay).catch(noteFailure);
        else await advance(next.cursor);
      }
    } catch (error) {
      noteFailure(error);
    } finally {
      isDelivering = false;
    }
  }

  function firstWaiting(): FeedReader | undefined {
    return Iterator.from(readers).find((reader) => reader.isWaiting);
  }

  /** The next announcement or check tries again. */
  function noteFailure(error: unknown): void {
    metrics.failures.inc();
    logger.debug({ err: error }, "a feed log could not be read");
  }

  /** Hands what follows a cursor to all idle readers that are there. */
  async function advance(cursor: FeedCursor): Promise<void> {
    const there = [...readers].filter((reader) => reader.isIdleAt(cursor));
    for (const reader of there) reader.noteRead();
    const fromMs = Date.now();
    let read: readonly FeedEntry[];
    let entries: readonly FeedEntry[] | "lost";
    try {
      read = await log.read(cursor.position, batchMax + 1);
      const end = read.length === 0 ? (await log.find(null)).end : null;
      entries = continueFrom(cursor, read, end);
    } catch (error) {
      for (const reader of there) reader.noteGrowth();
      throw error;
    }
    let shared: FrameOptions | undefined;
    for (const reader of there) {
      if (!reader.isIdleAt(cursor)) continue;
      if (entries === "lost") {
        reader.loseCursor();
        continue;
      }
      if (entries.length === 0) continue;
      if (read.length > batchMax) reader.noteGrowth();
      const all = entries;
      reader.deliver(all, () => (shared ??= entryFrames(all)));
      noteDelivered(all, fromMs);
    }
  }

  return {
    /** The number of subscriptions. */
    get size(): number {
      return readers.size;
    },
    subscribe(sink: FeedSink, start: FeedStart): FeedSubscription {
      const reader = createFeedReader(sink, start, { metrics, now: options.now, onIdle: deliver });
      readers.add(reader);
      return {
        start: (owned) => reader.start(owned),
        close() {
          readers.delete(reader);
          reader.close();
        },
      };
    },
    /** Delivers what the log has gained; `end` is its announced end. */
    grew(end: FeedPosition): void {
      for (const reader of readers) reader.noteGrowth(end);
      void deliver();
    },
    /** Looks for growth that was not announced, and cuts off connections that do not read. */
    async check(): Promise<void> {
      for (const reader of readers) {
        reader.cutIfUnread();
        reader.noteGrowth();
      }
      await deliver();
    },
  };
}
