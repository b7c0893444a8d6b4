import { type Database, readWatermarks, recentAirframes } from "@jetwire/db";
import type { AppendResult, OutgoingEntry, Stores } from "@jetwire/redis";
import { type Logger, pause } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { Journal } from "../journal/journal.ts";
import { producerName, readProducer, writeProducer } from "../journal/producer.ts";

/**
 * Appends to the stream as one producer, in numbered epochs, and remembers how far each partition is.
 * If Redis turns out to have less than it was given, the missing entries are appended again:
 *
 * - *Redis failed over to an older state* and lost the latest entries of some partitions. They are
 *   appended again from the first missing one, stored or not: which groups had read them is unknown.
 * - *Redis was emptied*. A new epoch begins with everything above the watermarks in Postgres.
 */
export interface StreamAppender {
  readonly producerId: string;
  /** True while stations are still distributed as under an earlier partition count. */
  readonly partitionsChanged: boolean;
  /** Appends entries to one partition, each once; `lost` if Redis has lost earlier ones. */
  append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendResult>;
  /** Returns whether any partition has less than was appended to it. */
  hasLostEntries(): Promise<boolean>;
  /** Prepares appending again after a loss. */
  recover(): Promise<RecoveryPoint>;
  /**
   * Waits until the readers that deliver messages have everything appended so far, then notes the new
   * partition count in the journal directory.
   */
  changePartitions(signal: AbortSignal): Promise<void>;
}

/** The position in the journal at which dispatching continues after a loss. */
export interface RecoveryPoint {
  /** The first number that may have to be appended again. */
  readonly fromSeq: number;
  /** The number up to which nothing has to be appended again, by partition. */
  readonly doneUpTo: ReadonlyMap<number, number>;
}

const queryMs = 5_000;
const airframesMax = 200_000;
/** The longest wait for readers: a group without consumers must not stop the others for ever. */
const deliveredMsMax = 60_000;
const deliveredCheckMs = 20;

/** Opens the producer of a journal directory. */
export async function openStreamAppender(
  config: Pick<IngestConfig, "STREAM_PARTITIONS" | "INGEST_JOURNAL_DIR">,
  source: {
    readonly stores: Pick<Stores, "streams" | "airframes">;
    readonly database: Database;
    readonly journal: Pick<Journal, "appendedUpTo">;
  },
  log: Logger,
): Promise<StreamAppender> {
  const { database, journal } = source;
  const { streams, airframes } = source.stores;
  let producer = await readProducer(config.INGEST_JOURNAL_DIR);
  /** The last number known to be in the stream, by partition. */
  let lastKnown = journal.appendedUpTo();
  /** The number of partitions announced to readers. */
  let announced = 0;

  async function update(change: Partial<typeof producer>): Promise<void> {
    const next = { ...producer, ...change };
    await writeProducer(config.INGEST_JOURNAL_DIR, next);
    producer = next;
  }

  async function announce(partitions: number): Promise<void> {
    await streams.notePartitions(partitions);
    announced = partitions;
  }

  async function untilDelivered(signal: AbortSignal): Promise<void> {
    const ends = await streams.ends(config.STREAM_PARTITIONS);
    const untilMs = performance.now() + deliveredMsMax;
    for (const group of ["fanout", "sampler"] as const) {
      while (!signal.aborted && !(await streams.isAcknowledged(group, ends))) {
        if (performance.now() > untilMs) {
          log.warn({ group }, "partition count changes although a group has not read everything");
          break;
        }
        await pause(deliveredCheckMs, signal);
      }
    }
  }

  function continueAfter(inRedis: Map<number, number>): RecoveryPoint {
    const lost = [...lastKnown]
      .map(([partition, seq]) => ({ partition, after: inRedis.get(partition) ?? 0, seq }))
      .filter(({ after, seq }) => after < seq);
    lastKnown = inRedis;
    log.warn({ lost }, "redis lost its latest entries, appending them again from the journal");
    return { fromSeq: Math.min(...lost.map(({ after }) => after)) + 1, doneUpTo: inRedis };
  }

  async function beginEpoch(): Promise<RecoveryPoint> {
    const stored = await database.withQueryDeadline(
      (sql) => readWatermarks(sql, producer.producer),
      queryMs,
    );
    await fillAirframeDirectory();
    const epoch = producer.epoch + 1;
    for (const [partition, seq] of stored) {
      await streams.beginEpoch(partition, producerName({ ...producer, epoch }), seq);
    }
    await update({ epoch });
    lastKnown = new Map();
    log.warn({ epoch }, "redis was emptied, appending again from the journal");
    return { fromSeq: 1, doneUpTo: stored };
  }

  /** Airframe ids must not change, so an emptied directory is filled from Postgres. */
  async function fillAirframeDirectory(): Promise<void> {
    if (!(await airframes.isEmpty())) return;
    await airframes.restore(
      await database.withQueryDeadline((sql) => recentAirframes(sql, airframesMax), queryMs),
    );
  }

  if (producer.partitions === undefined) await update({ partitions: config.STREAM_PARTITIONS });

  return {
    producerId: producer.producer,

    get partitionsChanged() {
      return producer.partitions !== config.STREAM_PARTITIONS;
    },

    async append(partition, entries) {
      // Announced first: readers do not look into a partition that they do not know.
      if (partition >= announced) await announce(partition + 1);
      const known = lastKnown.get(partition) ?? 0;
      const result = await streams.append(partition, producerName(producer), known, entries);
      if (result.status === "appended") lastKnown.set(partition, result.last);
      return result;
    },

    async hasLostEntries() {
      if (announced > 0) await announce(announced);
      for (const [partition, seq] of lastKnown) {
        if ((await streams.lastAppended(partition, producerName(producer))) < seq) return true;
      }
      return false;
    },

    async recover() {
      const inRedis = new Map<number, number>();
      for (const partition of lastKnown.keys()) {
        inRedis.set(partition, await streams.lastAppended(partition, producerName(producer)));
      }
      const isEmptied = [...inRedis.values()].every((seq) => seq === 0);
      return isEmptied ? await beginEpoch() : continueAfter(inRedis);
    },

    async changePartitions(signal) {
      await untilDelivered(signal);
      // After a stop, readers may still be behind: the next start waits for them again.
      signal.throwIfAborted();
      await update({ partitions: config.STREAM_PARTITIONS });
    },
  };
}
