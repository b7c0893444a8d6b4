import {
  airframeDirectoryIsEmpty,
  appendEntries,
  type AppendOutcome,
  beginEpoch,
  type Keys,
  lastAppended,
  notePartitions,
  type OutgoingEntry,
  type RedisClient,
  rememberAirframes,
} from "@jetwire/redis";
import type { Database } from "@jetwire/db";
import { readWatermarks, recentAirframes } from "@jetwire/db";
import type { Logger } from "@jetwire/runtime";
import { type Producer, producerName, writeProducer } from "../journal/producer.ts";

/**
 * Appends under a producer's epoch and knows how far each partition is. What Redis turns out to know
 * less than it was given is appended anew:
 *
 * - *Failed over to an older state*: it lost the latest entries of some partitions. They are appended
 *   again from the first that it lacks, stored or not: what a group had of them while another hadn't
 *   can't be known.
 * - *Emptied*: the next epoch begins, with everything above Postgres' watermarks.
 */
export interface Appending {
  readonly producer: Producer;
  append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendOutcome>;
  lostEntries(): Promise<boolean>;
  startOver(): Promise<GoOnFrom>;
  /** Keeps for the next life over how many partitions stations are spread in this one. */
  spreadOver(partitions: number): Promise<void>;
}

/** Where to go on in the journal. */
export interface GoOnFrom {
  /** The first number that may have to be appended anew. */
  readonly seq: number;
  /** By partition, the number up to which nothing has to be. */
  readonly done: ReadonlyMap<number, number>;
}

const queryMs = 5_000;
const airframesMax = 200_000;

export function createAppending(options: {
  redis: RedisClient;
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
  /** How many partitions readers have been told of. */
  let noted = 0;

  return {
    get producer() {
      return producer;
    },

    async append(partition, entries) {
      const name = producerName(producer);
      const from = known.get(partition) ?? 0;
      // Before anything is in it, or readers would not look there.
      if (partition >= noted) await note(partition + 1);
      const outcome = await appendEntries(redis, keys, partition, name, from, entries);
      if (outcome.outcome === "appended") known.set(partition, outcome.last);
      return outcome;
    },

    async lostEntries() {
      const name = producerName(producer);
      if (noted > 0) await note(noted);
      for (const [partition, seq] of known) {
        if ((await lastAppended(redis, keys, partition, name)) < seq) return true;
      }
      return false;
    },

    async startOver() {
      const kept = new Map<number, number>();
      for (const partition of known.keys()) {
        kept.set(partition, await lastAppended(redis, keys, partition, producerName(producer)));
      }
      return [...kept.values()].some((seq) => seq > 0) ? goOnAfter(kept) : await beginAnew();
    },

    async spreadOver(partitions) {
      if (producer.partitions === partitions) return;
      const next = { ...producer, partitions };
      await writeProducer(options.journalDirectory, next);
      producer = next;
    },
  };

  async function note(partitions: number): Promise<void> {
    await notePartitions(redis, keys, partitions);
    noted = partitions;
  }

  function goOnAfter(kept: Map<number, number>): GoOnFrom {
    const short = [...known].filter(([partition, seq]) => (kept.get(partition) ?? 0) < seq);
    known = kept;
    const lost = short.map(([partition, seq]) => ({ partition, after: kept.get(partition), seq }));
    log.warn({ lost }, "redis lost its latest entries: appending them anew from the journal");
    return {
      seq: Math.min(...short.map(([partition]) => kept.get(partition) ?? 0)) + 1,
      done: kept,
    };
  }

  async function beginAnew(): Promise<GoOnFrom> {
    const done = await database.withQueryDeadline(
      (sql) => readWatermarks(sql, producer.producer),
      queryMs,
    );
    await fillAirframeDirectory();
    const next = { ...producer, epoch: producer.epoch + 1 };
    for (const [partition, seq] of done) {
      await beginEpoch(redis, keys, partition, producerName(next), seq);
    }
    await writeProducer(options.journalDirectory, next);
    producer = next;
    known = new Map();
    log.warn({ epoch: next.epoch }, "redis lost entries: appending anew from the journal");
    return { seq: 1, done };
  }

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
