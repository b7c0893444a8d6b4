import { type Database, readWatermarks, recentAirframes, type Sql } from "@jetwire/db";
import type { AppendResult, OutgoingEntry, Stores } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { Journal } from "../journal/journal.ts";
import { openProducer } from "../journal/open-producer.ts";
import {
  ledgerName,
  newProducer,
  type Producer,
  producerName,
  writeProducer,
} from "../journal/producer.ts";
import { untilDelivered } from "./until-delivered.ts";

/**
 * Appends to the stream as one producer, in numbered epochs, and remembers how far each partition is.
 * If Redis turns out to have less than it was given, the missing entries are appended again:
 *
 * - *Redis failed over to an older state* and lost the latest entries of some partitions. They are
 *   appended again from the first missing one, stored or not: which groups had read them is unknown.
 * - *Redis was emptied*. A new epoch begins with everything above the watermarks in Postgres.
 *
 * Two other events have the same cure: everything in the journal is appended again under another name,
 * and what was delivered before is only stored.
 *
 * - *Redis knows a number that this journal has not sent*: the journal lost its end and numbers again,
 *   or a copy of it is in use. A new producer begins.
 * - *Postgres went back* to an older state. A new epoch begins.
 */
export type StreamAppender = Awaited<ReturnType<typeof openStreamAppender>>;

/** The position in the journal at which dispatching continues after a loss. */
export interface RecoveryPoint {
  /** The first number that may have to be appended again. */
  readonly fromSeq: number;
  /** The number up to which nothing has to be appended again, by partition. */
  readonly doneUpTo: ReadonlyMap<number, number>;
}

const queryMs = 5_000;
const airframesMax = 200_000;

/** Opens the producer of a journal directory. */
export async function openStreamAppender(
  config: Pick<IngestConfig, "STREAM_PARTITIONS">,
  source: {
    readonly stores: Pick<Stores, "streams" | "airframes">;
    readonly database: Database;
    readonly journal: Pick<
      Journal,
      | "appendedUpTo"
      | "directory"
      | "highWater"
      | "lastProgress"
      | "lastSeqAtStart"
      | "nextSeq"
      | "noteLostEnd"
      | "read"
    >;
  },
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
) {
  const { database, journal } = source;
  const { streams, airframes } = source.stores;
  /** Entries from here on are from this process. */
  const firstSeq = journal.nextSeq;
  let producer = await openProducer(journal.directory, journal, log);
  /** The last number known to be in the stream, by partition. */
  let lastKnown = producer.replayUpTo === undefined ? journal.appendedUpTo() : new Map();
  /** The last number that this process has sent, by partition. */
  const sentUpTo = new Map<number, number>();
  /** The partitions whose last number is known to be of this journal. */
  const checked = new Set<number>();
  /** The number of partitions announced to readers. */
  let announced = 0;
  const lossesTotal = metrics.counter({
    name: "jetwire_ingest_redis_losses_total",
    help: "How often Redis had lost entries, which were then appended again from the journal: the latest (after a failover), or all.",
    labelNames: ["lost"],
  });
  // From 0 on, so that Prometheus sees the first loss as an increase.
  for (const lost of ["latest", "all"]) lossesTotal.inc({ lost }, 0);

  async function update(change: Partial<Producer>): Promise<void> {
    await replace({ ...producer, ...change });
  }

  async function replace(next: Producer): Promise<void> {
    await writeProducer(journal.directory, next);
    producer = next;
  }

  /** Whether something else has used the last number of this producer that a partition has. */
  async function hasForeignNumbers(partition: number): Promise<boolean> {
    const last = await streams.lastAppended(partition, producerName(producer));
    if (last >= firstSeq) {
      await journal.noteLostEnd();
      return true;
    }
    if (last > journal.lastSeqAtStart) {
      await journal.noteLostEnd();
      log.error(
        { partition, inJournal: journal.lastSeqAtStart, inRedis: last },
        "the journal has lost its latest entries",
      );
      return false;
    }
    const id = await streams.lastAppendedId(partition, producerName(producer));
    if (id === null) return false;
    for await (const entry of journal.read(last)) return entry.seq === last && entry.id !== id;
    return false;
  }

  async function replay(
    as: "new-producer" | "new-epoch",
    deliveredUpTo: number,
  ): Promise<RecoveryPoint> {
    const { partitions } = producer;
    const next =
      as === "new-producer"
        ? newProducer(ledgerName(producer), deliveredUpTo)
        : { ...producer, epoch: producer.epoch + 1, replayUpTo: deliveredUpTo };
    const isEpoch = as === "new-epoch";
    await replace({
      ...next,
      ...(partitions !== undefined && { partitions }),
      ...(isEpoch && { storedEpoch: next.epoch }),
    });
    lastKnown = new Map();
    sentUpTo.clear();
    checked.clear();
    return { fromSeq: 1, doneUpTo: new Map() };
  }

  function readStored(sql: Sql): Promise<Map<number, number>> {
    return readWatermarks(sql, producer.producer, producer.storedEpoch ?? 1);
  }

  async function announce(partitions: number): Promise<void> {
    await streams.notePartitions(partitions);
    announced = partitions;
  }

  function continueAfter(inRedis: Map<number, number>): RecoveryPoint {
    const lost = [...lastKnown]
      .map(([partition, seq]) => ({ partition, after: inRedis.get(partition) ?? 0, seq }))
      .filter(({ after, seq }) => after < seq);
    lastKnown = inRedis;
    lossesTotal.inc({ lost: "latest" });
    log.warn({ lost }, "redis lost its latest entries, appending them again from the journal");
    return { fromSeq: Math.min(...lost.map(({ after }) => after)) + 1, doneUpTo: inRedis };
  }

  async function beginEpoch(): Promise<RecoveryPoint> {
    const stored = await database.withQueryDeadline(readStored, queryMs);
    await fillAirframeDirectory();
    const epoch = producer.epoch + 1;
    for (const [partition, seq] of stored) {
      await streams.beginEpoch(partition, producerName({ ...producer, epoch }), seq);
      sentUpTo.set(partition, Math.max(seq, sentUpTo.get(partition) ?? 0));
      checked.add(partition);
    }
    await update({ epoch });
    lastKnown = new Map();
    lossesTotal.inc({ lost: "all" });
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

  if (journal.highWater.ledger !== ledgerName(producer)) {
    await journal.highWater.noteLedger(ledgerName(producer));
  }
  if (producer.partitions === undefined) await update({ partitions: config.STREAM_PARTITIONS });

  return {
    /** The producer with its epoch. */
    get name(): string {
      return producerName(producer);
    },
    /** The name of the producer's counts. */
    get ledger(): string {
      return ledgerName(producer);
    },
    /** True while everything in the journal is appended again. */
    get isReplaying(): boolean {
      return producer.replayUpTo !== undefined;
    },

    /** True while stations are still distributed as under an earlier partition count. */
    get partitionsChanged(): boolean {
      return producer.partitions !== config.STREAM_PARTITIONS;
    },

    /**
     * Appends entries to one partition, each once; `lost` if Redis has lost earlier ones, `conflict` if
     * it has numbers that this journal has not sent.
     */
    async append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendResult> {
      // Announced first: readers do not look into a partition that they do not know.
      if (partition >= announced) await announce(partition + 1);
      if (!checked.has(partition)) {
        if (await hasForeignNumbers(partition)) return { status: "conflict", last: 0 };
        checked.add(partition);
      }
      const name = producerName(producer);
      const knownLast = lastKnown.get(partition) ?? 0;
      const sent = Math.max(firstSeq - 1, sentUpTo.get(partition) ?? 0);
      sentUpTo.set(partition, Math.max(sent, entries.at(-1)?.seq ?? 0));
      const deliveredUpTo = producer.replayUpTo ?? 0;
      const result = await streams.append(
        partition,
        { name, knownLast, sentUpTo: sent },
        entries.map((entry) => ({ ...entry, storeOnly: entry.seq <= deliveredUpTo })),
      );
      if (result.status === "appended") lastKnown.set(partition, result.last);
      return result;
    },

    /** Returns whether any partition has less than was appended to it. */
    async hasLostEntries(): Promise<boolean> {
      if (announced > 0) await announce(announced);
      for (const [partition, seq] of lastKnown) {
        if ((await streams.lastAppended(partition, producerName(producer))) < seq) return true;
      }
      return false;
    },

    /** Prepares appending again after a loss. */
    async recover(): Promise<RecoveryPoint> {
      // What Redis has lost may not have been delivered, so that everything is delivered again.
      if (producer.replayUpTo !== undefined) return await replay("new-epoch", 0);
      const inRedis = new Map<number, number>();
      for (const partition of lastKnown.keys()) {
        inRedis.set(partition, await streams.lastAppended(partition, producerName(producer)));
      }
      const isEmptied = [...inRedis.values()].every((seq) => seq === 0);
      return isEmptied ? await beginEpoch() : continueAfter(inRedis);
    },

    /**
     * Begins a new producer, or a new epoch, with everything in the journal.
     *
     * @param deliveredUpTo the number up to which entries are only stored
     */
    replay,

    /** Notes that everything in the journal was appended again. */
    async finishReplay(): Promise<void> {
      const { replayUpTo: _, ...rest } = producer;
      await replace(rest);
      log.info("everything in the journal is appended again");
    },

    /** Returns up to which number entries are stored, by partition. */
    readStored,

    /**
     * Waits until the readers that deliver messages have everything appended so far, then notes the new
     * partition count in the journal directory.
     */
    async changePartitions(signal: AbortSignal): Promise<void> {
      await untilDelivered(streams, config.STREAM_PARTITIONS, log, signal);
      // After a stop, readers may still be behind: the next start waits for them again.
      signal.throwIfAborted();
      await update({ partitions: config.STREAM_PARTITIONS });
    },
  };
}
