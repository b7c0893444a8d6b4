import * as db from "@jetwire/db";
import type { Database, Sql } from "@jetwire/db";
import type { AppendResult, OutgoingEntry, Stores } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { Journal } from "../journal/journal.ts";
import {
  ledgerName,
  newProducer,
  type Producer,
  producerName,
  writeProducer,
} from "../journal/producer.ts";
import { restoreAirframeDirectory } from "./restore-airframe-directory.ts";
import { untilDelivered } from "./until-delivered.ts";

/** The position in the journal at which dispatching continues after a loss. */
export interface RecoveryPoint {
  /** The first number that may have to be appended again. */
  readonly fromSeq: number;
  /** The number up to which nothing has to be appended again, by partition. */
  readonly doneUpTo: ReadonlyMap<number, number>;
}

const queryMs = 5_000;

export type AppenderConfig = Pick<IngestConfig, "STREAM_PARTITIONS">;

export interface AppenderSource {
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
    | "recordLostEnd"
    | "read"
  >;
}

export interface AppenderTargets {
  readonly log: Logger;
  readonly metrics: Metrics;
}

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
export class StreamAppender {
  readonly #config: AppenderConfig;
  readonly #log;
  readonly #database;
  readonly #journal;
  readonly #streams;
  readonly #airframes;
  /** Entries from here on are from this process. */
  readonly #firstSeq;
  #producer: Producer;
  /** The last number known to be in the stream, by partition. */
  #lastKnown: Map<number, number>;
  /** The last number that this process has sent, by partition. */
  readonly #sentUpTo = new Map<number, number>();
  /** The partitions whose last number is known to be of this journal. */
  readonly #checked = new Set<number>();
  /** The number of partitions announced to readers. */
  #announced = 0;
  readonly #lossesTotal;

  constructor(
    config: AppenderConfig,
    source: AppenderSource,
    opened: Producer,
    { log, metrics }: AppenderTargets,
  ) {
    this.#config = config;
    this.#log = log;
    const { journal } = source;
    this.#database = source.database;
    this.#journal = journal;
    this.#streams = source.stores.streams;
    this.#airframes = source.stores.airframes;
    this.#firstSeq = journal.nextSeq;
    this.#producer = opened;
    this.#lastKnown = this.#producer.replayUpTo === undefined ? journal.appendedUpTo() : new Map();
    const lossesTotal = metrics.counter({
      name: "jetwire_ingest_redis_losses_total",
      help: "How often Redis had lost entries, which were then appended again from the journal: the latest (after a failover), or all.",
      labelNames: ["lost"],
    });
    this.#lossesTotal = lossesTotal;
    // From 0 on, so that Prometheus sees the first loss as an increase.
    for (const lost of ["latest", "all"]) lossesTotal.inc({ lost }, 0);
  }

  /** The producer with its epoch. */
  get name(): string {
    return producerName(this.#producer);
  }

  /** The name of the producer's counts. */
  get ledger(): string {
    return ledgerName(this.#producer);
  }

  /** True while everything in the journal is appended again. */
  get isReplaying(): boolean {
    return this.#producer.replayUpTo !== undefined;
  }

  /** True while stations are still distributed as under an earlier partition count. */
  get partitionsChanged(): boolean {
    return this.#producer.partitions !== this.#config.STREAM_PARTITIONS;
  }

  /**
   * Appends entries to one partition, each once; `lost` if Redis has lost earlier ones, `conflict` if
   * it has numbers that this journal has not sent.
   */
  async append(partition: number, entries: readonly OutgoingEntry[]): Promise<AppendResult> {
    // Announced first: readers do not look into a partition that they do not know.
    if (partition >= this.#announced) await this.#announce(partition + 1);
    if (!this.#checked.has(partition)) {
      if (await this.#hasForeignNumbers(partition)) return { status: "conflict", last: 0 };
      this.#checked.add(partition);
    }
    const name = producerName(this.#producer);
    const knownLast = this.#lastKnown.get(partition) ?? 0;
    const sent = Math.max(this.#firstSeq - 1, this.#sentUpTo.get(partition) ?? 0);
    this.#sentUpTo.set(partition, Math.max(sent, entries.at(-1)?.seq ?? 0));
    const deliveredUpTo = this.#producer.replayUpTo ?? 0;
    const result = await this.#streams.append(
      partition,
      { name, knownLast, sentUpTo: sent },
      entries.map((entry) => ({ ...entry, storeOnly: entry.seq <= deliveredUpTo })),
    );
    if (result.status === "appended") this.#lastKnown.set(partition, result.last);
    return result;
  }

  /** Returns whether any partition has less than was appended to it. */
  async hasLostEntries(): Promise<boolean> {
    if (this.#announced > 0) await this.#announce(this.#announced);
    const name = producerName(this.#producer);
    const lost = await Promise.all(
      [...this.#lastKnown].map(
        async ([partition, seq]) => (await this.#streams.lastAppended(partition, name)) < seq,
      ),
    );
    return lost.includes(true);
  }

  /** Prepares appending again after a loss. */
  async recover(): Promise<RecoveryPoint> {
    // What Redis has lost may not have been delivered, so that everything is delivered again.
    if (this.#producer.replayUpTo !== undefined) return await this.replay("new-epoch", 0);
    const inRedis = new Map<number, number>();
    for (const partition of this.#lastKnown.keys()) {
      inRedis.set(
        partition,
        await this.#streams.lastAppended(partition, producerName(this.#producer)),
      );
    }
    const isEmptied = [...inRedis.values()].every((seq) => seq === 0);
    return isEmptied ? await this.#beginEpoch() : this.#continueAfter(inRedis);
  }

  /**
   * Begins a new producer, or a new epoch, with everything in the journal.
   *
   * @param deliveredUpTo the number up to which entries are only stored
   */
  async replay(as: "new-producer" | "new-epoch", deliveredUpTo: number): Promise<RecoveryPoint> {
    const { partitions } = this.#producer;
    const next =
      as === "new-producer"
        ? newProducer(ledgerName(this.#producer), deliveredUpTo)
        : { ...this.#producer, epoch: this.#producer.epoch + 1, replayUpTo: deliveredUpTo };
    const isEpoch = as === "new-epoch";
    await this.#replace({
      ...next,
      ...(partitions !== undefined && { partitions }),
      ...(isEpoch && { storedEpoch: next.epoch }),
    });
    this.#lastKnown = new Map();
    this.#sentUpTo.clear();
    this.#checked.clear();
    return { fromSeq: 1, doneUpTo: new Map() };
  }

  /** Notes that everything in the journal was appended again. */
  async finishReplay(): Promise<void> {
    const { replayUpTo: _, ...rest } = this.#producer;
    await this.#replace(rest);
    this.#log.info("everything in the journal is appended again");
  }

  /** Returns up to which number entries are stored, by partition. */
  readStored(sql: Sql): Promise<Map<number, number>> {
    return db.accounting.readWatermarks(
      sql,
      this.#producer.producer,
      this.#producer.storedEpoch ?? 1,
    );
  }

  /**
   * Waits until the readers that deliver messages have everything appended so far, then notes the new
   * partition count in the journal directory.
   */
  async changePartitions(signal: AbortSignal): Promise<void> {
    await untilDelivered(this.#streams, this.#config.STREAM_PARTITIONS, this.#log, signal);
    // After a stop, readers may still be behind: the next start waits for them again.
    signal.throwIfAborted();
    await this.#update({ partitions: this.#config.STREAM_PARTITIONS });
  }

  async #update(change: Partial<Producer>): Promise<void> {
    await this.#replace({ ...this.#producer, ...change });
  }

  async #replace(next: Producer): Promise<void> {
    await writeProducer(this.#journal.directory, next);
    this.#producer = next;
  }

  /** Whether something else has used the last number of this producer that a partition has. */
  async #hasForeignNumbers(partition: number): Promise<boolean> {
    const last = await this.#streams.lastAppended(partition, producerName(this.#producer));
    if (last >= this.#firstSeq) {
      await this.#journal.recordLostEnd();
      return true;
    }
    if (last > this.#journal.lastSeqAtStart) {
      await this.#journal.recordLostEnd();
      this.#log.error(
        { partition, inJournal: this.#journal.lastSeqAtStart, inRedis: last },
        "the journal has lost its latest entries",
      );
      return false;
    }
    const id = await this.#streams.lastAppendedId(partition, producerName(this.#producer));
    if (id === null) return false;
    for await (const entry of this.#journal.read(last))
      return entry.seq === last && entry.id !== id;
    return false;
  }

  async #announce(partitions: number): Promise<void> {
    await this.#streams.recordPartitions(partitions);
    this.#announced = partitions;
  }

  #continueAfter(inRedis: Map<number, number>): RecoveryPoint {
    const lost = [...this.#lastKnown]
      .map(([partition, seq]) => ({ partition, after: inRedis.get(partition) ?? 0, seq }))
      .filter(({ after, seq }) => after < seq);
    this.#lastKnown = inRedis;
    this.#lossesTotal.inc({ lost: "latest" });
    this.#log.warn(
      { lost },
      "redis lost its latest entries, appending them again from the journal",
    );
    return { fromSeq: Math.min(...lost.map(({ after }) => after)) + 1, doneUpTo: inRedis };
  }

  async #beginEpoch(): Promise<RecoveryPoint> {
    const stored = await this.#database.withQueryDeadline((sql) => this.readStored(sql), queryMs);
    await restoreAirframeDirectory(this.#airframes, this.#database, queryMs);
    const epoch = this.#producer.epoch + 1;
    for (const [partition, seq] of stored) {
      await this.#streams.beginEpoch(partition, producerName({ ...this.#producer, epoch }), seq);
      this.#sentUpTo.set(partition, Math.max(seq, this.#sentUpTo.get(partition) ?? 0));
      this.#checked.add(partition);
    }
    await this.#update({ epoch });
    this.#lastKnown = new Map();
    this.#lossesTotal.inc({ lost: "all" });
    this.#log.warn({ epoch }, "redis was emptied, appending again from the journal");
    return { fromSeq: 1, doneUpTo: stored };
  }
}
