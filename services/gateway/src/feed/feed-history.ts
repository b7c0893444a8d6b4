import * as db from "@jetwire/db";
import type { LateMessages, StationBound } from "@jetwire/db";
import type { Message, Whole } from "@jetwire/protocol";
import { type FeedCursor, feedEpochMs, type StreamPositions, type Stores } from "@jetwire/redis";
import { pause, type Semaphore } from "@jetwire/runtime";
import type { Query } from "../query.ts";

/** The point where a replay from Postgres meets the log; determined before Postgres is read. */
export interface Cutover {
  /** The log's end: Postgres has to give everything up to it. */
  readonly cursor: FeedCursor;
  /** The last entries of the stream. Fanout's position would not do: what the log has may lie behind it. */
  readonly appended: StreamPositions;
}

/** An account's messages in Postgres, as a replay reads them. */
export type FeedHistory = ReturnType<typeof createFeedHistory>;

export interface FeedHistoryOptions {
  readonly stores: Pick<Stores, "feedLogs" | "streams">;
  readonly query: Query;
  /** Limits the queries of all replays of this process. */
  readonly queries: Semaphore;
  readonly partitions: number;
}

/** A log is stable after this: longer than a batch of the persister, and than ingest takes to notice a loss. */
const stableAfterMs = 3_000;
/** The most waits for a log that is lost again and again. */
const waitsMax = 3;

export function createFeedHistory(
  accountId: string,
  { stores: { feedLogs, streams }, query: unlimited, queries, partitions }: FeedHistoryOptions,
) {
  const log = feedLogs.of(accountId);

  const query: Query = async (work) => {
    using permit = await queries.acquire();
    return await unlimited(work);
  };

  /**
   * Returns the log's end once its epoch is stable. Messages that were in transit when Redis lost
   * its entries are then either stored, though never fanned out, or appended again by ingest.
   */
  async function stableEnd(): Promise<FeedCursor> {
    for (let wait = 1; ; wait++) {
      const [{ end }, startedMs] = await Promise.all([log.find(null), feedLogs.startedMs()]);
      const ageMs = Math.max(0, Date.now() - Math.max(startedMs, feedEpochMs(end.position)));
      if (ageMs >= stableAfterMs || wait > waitsMax) return end;
      await pause(stableAfterMs - ageMs);
    }
  }

  return {
    /** @throws when Redis does not answer. */
    async readCutover(): Promise<Cutover> {
      const cursor = await stableEnd();
      // Read after the cursor: what the log has up to it was in the stream before.
      return { cursor, appended: await streams.ends(partitions) };
    },
    /** Returns whether Postgres has everything that the log had at the cutover. */
    isStoredUpTo: ({ appended }: Cutover): Promise<boolean> =>
      streams.isAcknowledged("persister", appended),
    /** Returns the retention start, Unix ms; null while nothing has been dropped. */
    retentionStartMs: (): Promise<number | null> => query(db.messages.retentionStartMs),
    /**
     * Returns a time, Unix ms, before which a client whose last message was this one has received
     * everything that was stored; null when that is not known.
     */
    missedSinceMs: (afterId: string): Promise<number | null> =>
      query((sql) => db.messageStore.missedSinceMs(sql, afterId)),
    /** Counts own messages after an id, up to `countMax`. */
    count: (afterId: string, countMax: number): Promise<number> =>
      query((sql) => db.messages.countOwnMessages(sql, accountId, afterId, countMax)),
    countLate: (late: LateMessages, countMax: number): Promise<number> =>
      query((sql) => db.messages.countLateOwnMessages(sql, accountId, late, countMax)),
    /** Returns the newest message of each own station. */
    newest: (): Promise<readonly StationBound[]> =>
      query((sql) => db.messages.newestOwnMessages(sql, accountId)),
    /** Notes that messages that arrived until then, Unix ms, are read in the order of Postgres. */
    recordRead: (untilMs: number): Promise<void> => log.recordDatabaseRead(untilMs),
    list: (
      afterId: string,
      bounds: readonly StationBound[],
      rowsMax: number,
    ): Promise<readonly Message[]> =>
      query((sql) =>
        db.messages.listOwnMessages(sql, accountId, { after: afterId, bounds, rowsMax }),
      ),
    listLate: (late: LateMessages, after: string, limit: number): Promise<readonly Message[]> =>
      query((sql) => db.messages.listLateOwnMessages(sql, accountId, late, { after, limit })),
    /** Returns the wholes that messages completed, by message id. */
    wholes: (messageIds: readonly string[]): Promise<ReadonlyMap<string, Whole>> =>
      query((sql) => db.wholes.completedBy(sql, messageIds, accountId)),
    /** Returns the oldest of the newest `countMax` messages. */
    oldest: (countMax: number): Promise<string | null> =>
      query((sql) => db.messages.oldestOwnMessage(sql, accountId, countMax)),
  };
}
