import {
  airframeDirectoryIsEmpty,
  appendEntries,
  type AppendOutcome,
  beginEpoch,
  type Keys,
  lastAppended,
  type OutgoingEntry,
  rememberAirframes,
} from "@jetwire/redis";
import type { Database } from "@jetwire/db";
import { readWatermarks, recentAirframes } from "@jetwire/db";
import type { Logger } from "@jetwire/runtime";
import type { Redis } from "ioredis";
import { type Producer, producerName, writeProducer } from "./journal/producer.ts";

/**
 * Appends under a producer's epoch and knows how far each partition is. When Redis turns out to
 * know less than it was given (emptied, or failed over to an older state), `startOver` begins the
 * next epoch: everything above Postgres' watermarks is then appended anew.
 */
export interface Appending {
  readonly producer: Producer;
  append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendOutcome>;
  lostEntries(): Promise<boolean>;
  /** @returns the watermarks from which to go on, by partition. */
  startOver(): Promise<ReadonlyMap<number, number>>;
}

const queryMs = 5_000;
const airframesMax = 200_000;

export function createAppending(options: {
  redis: Redis;
  keys: Keys;
  database: Database;
  journalDirectory: string;
  producer: Producer;
  /** What a former life of this process is known to have appended, by partition. */
  appendedUpTo: ReadonlyMap<number, number>;
  log: Logger;
}): Appending {
  const { redis, keys, database, log } = options;
  let producer = options.producer;
  let known = new Map(options.appendedUpTo);

  return {
    get producer() {
      return producer;
    },

    async append(partition, entries) {
      const name = producerName(producer);
      const from = known.get(partition) ?? 0;
      const outcome = await appendEntries(redis, keys, partition, name, from, entries);
      if (outcome.outcome === "appended") known.set(partition, outcome.last);
      return outcome;
    },

    async lostEntries() {
      const name = producerName(producer);
      for (const [partition, seq] of known) {
        if ((await lastAppended(redis, keys, partition, name)) < seq) return true;
      }
      return false;
    },

    async startOver() {
      const watermarks = await database.withQueryDeadline(
        (sql) => readWatermarks(sql, producer.producer),
        queryMs,
      );
      await fillAirframeDirectory();
      const next = { ...producer, epoch: producer.epoch + 1 };
      for (const [partition, seq] of watermarks) {
        await beginEpoch(redis, keys, partition, producerName(next), seq);
      }
      await writeProducer(options.journalDirectory, next);
      producer = next;
      known = new Map();
      log.warn({ epoch: next.epoch }, "redis lost entries: appending anew from the journal");
      return watermarks;
    },
  };

  /** The ids of airframes must stay what they were, so the directory comes back from Postgres. */
  async function fillAirframeDirectory(): Promise<void> {
    if (!(await airframeDirectoryIsEmpty(redis, keys))) return;
    const airframes = await database.withQueryDeadline(
      (sql) => recentAirframes(sql, airframesMax),
      queryMs,
    );
    await rememberAirframes(redis, keys, airframes);
  }
}
