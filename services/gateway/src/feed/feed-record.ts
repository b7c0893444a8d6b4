import {
  countOwnMessages,
  listOwnMessages,
  retentionStartMs,
  newestOwnMessages,
  oldestOwnMessage,
  type Sql,
} from "@jetwire/db";
import {
  fanoutMark,
  feedEpochMs,
  type FeedPlace,
  feedsBeganMs,
  findInFeedLog,
  isStoredUpTo,
  type Keys,
  noteRecordRead,
  type RedisConnection,
} from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import type { FeedMeasures } from "./feed-metrics.ts";
import type { ReplaySteps } from "./feed-replay.ts";
import { createTurns } from "../limits/semaphore.ts";

/** Runs queries within a deadline. */
export type Ask = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface RecordSources {
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly partitions: number;
  readonly ask: Ask;
}

const queriesAtOnce = 3;
/** Longer than a batch of the persister, and than ingest needs to notice a loss. */
const settleMs = 3_000;
/** How often a log that is lost again and again is waited for. */
const waitsMax = 3;

/** The steps of a replay by account, all over the same Redis and Postgres. */
export function recordSteps(
  { redis, keys, partitions, ask }: RecordSources,
  measures: FeedMeasures,
): (accountId: string) => ReplaySteps {
  const inTurn = createTurns(queriesAtOnce);
  const query: Ask = (work) => inTurn(() => ask(work));

  /**
   * Where the log ends, once it is no longer quite new. What was on its way when Redis lost its
   * entries is either stored by then, though it was never fanned out, or appended anew by ingest.
   */
  async function settledEnd(accountId: string): Promise<FeedPlace> {
    for (let wait = 1; ; wait++) {
      const [{ end }, beganMs] = await Promise.all([
        findInFeedLog(redis, keys, accountId, null),
        feedsBeganMs(redis, keys, Date.now()),
      ]);
      const ageMs = Math.max(0, Date.now() - Math.max(beganMs, feedEpochMs(end.position)));
      if (ageMs >= settleMs || wait > waitsMax) return end;
      await pause(settleMs - ageMs);
    }
  }

  return (accountId) => ({
    async takeJoint() {
      const place = await settledEnd(accountId);
      return { place, mark: await fanoutMark(redis, keys, partitions) };
    },
    isStoredUpTo: (mark) => isStoredUpTo(redis, keys, mark),
    keptFromMs: () => query(retentionStartMs),
    count: (after, countMax) => query((sql) => countOwnMessages(sql, accountId, after, countMax)),
    newest: () => query((sql) => newestOwnMessages(sql, accountId)),
    noteRead: (untilMs) => noteRecordRead(redis, keys, accountId, untilMs),
    list: (after, bounds, rowsMax) =>
      query((sql) => listOwnMessages(sql, accountId, after, bounds, rowsMax)),
    oldest: (countMax) => query((sql) => oldestOwnMessage(sql, accountId, countMax)),
    now: Date.now,
    pause: (ms) => pause(ms),
    impossible: (reason) => measures.impossible(reason),
  });
}
