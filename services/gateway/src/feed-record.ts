import {
  countOwnMessages,
  listOwnMessages,
  messagesKeptFromMs,
  oldestOwnMessage,
  type Sql,
} from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import {
  fanoutMark,
  findInFeedLog,
  isStoredUpTo,
  type Keys,
  noteRecordRead,
  type RedisConnection,
} from "@jetwire/redis";
import { pause } from "@jetwire/runtime";
import type { FeedMeasures } from "./feed-measures.ts";
import type { ReplaySteps } from "./feed-replay.ts";
import { createTurns } from "./turns.ts";

/** Runs queries within a deadline. */
export type Ask = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface RecordSources {
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly partitions: number;
  readonly ask: Ask;
}

const queriesAtOnce = 3;
/** Clocks of hosts differ, and neighbours in the log may have changed places, by about this much. */
const unevenMs = 2_000;

/** The steps of a replay by account, all over the same Redis and Postgres. */
export function recordSteps(
  { redis, keys, partitions, ask }: RecordSources,
  measures: FeedMeasures,
): (accountId: string) => ReplaySteps {
  const inTurn = createTurns(queriesAtOnce);
  const query: Ask = (work) => inTurn(() => ask(work));

  return (accountId) => ({
    async takeJoint() {
      const { end, endId } = await findInFeedLog(redis, keys, accountId, null);
      const mark = await fanoutMark(redis, keys, partitions);
      const lastMs = endId === null ? 0 : messageIdTimeMs(endId);
      const beforeMs = Math.max(Date.now(), lastMs) + unevenMs;
      await noteRecordRead(redis, keys, accountId, beforeMs);
      return { place: end, beforeId: messageIdFloor(beforeMs), mark };
    },
    isStoredUpTo: (mark) => isStoredUpTo(redis, keys, mark),
    keptFromMs: () => query(messagesKeptFromMs),
    count: (after, countMax) => query((sql) => countOwnMessages(sql, accountId, after, countMax)),
    list: (stretch, rowsMax) => query((sql) => listOwnMessages(sql, accountId, stretch, rowsMax)),
    oldest: (countMax) => query((sql) => oldestOwnMessage(sql, accountId, countMax)),
    now: Date.now,
    pause: (ms) => pause(ms),
    impossible: (reason) => measures.impossible(reason),
  });
}
