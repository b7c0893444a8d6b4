import { createContentReader, type TextCounts } from "@jetwire/decoders";
import type { Stores } from "@jetwire/redis";
import { every, type Logger, type MessageAge, type StageTrace } from "@jetwire/runtime";
import type { IngestConfig } from "../config.ts";
import type { HfdlLogons } from "../ground/hfdl-logons.ts";
import type { Backlog, JournaledMessage } from "../journal/backlog.ts";
import type { DispatchProgress } from "../journal/dispatch-progress.ts";
import type { Journal } from "../journal/journal.ts";
import type { Airlines } from "./airlines.ts";
import { type DispatchState, splitBatch, stateAt } from "./dispatch-state.ts";
import { clockLimits, type MessageOptions } from "./message.ts";
import type { KeptIds } from "./kept-ids.ts";
import type { JournalEntry } from "../journal/record.ts";
import {
  dropWeakerCopies,
  type Duplicate,
  findWeakerCopies,
  planBatch,
  toLinkRequests,
} from "./plan-batch.ts";
import type { BlockJoiner } from "./wholes.ts";
import type { RecoveryPoint, StreamAppender } from "./stream-appender.ts";

/** The interval of checks for lost entries while there is traffic. */
const lossCheckMs = 5_000;
/** The longest time for which a stop waits until the backlog is dispatched. */
const drainMs = 4_000;
const retryMsMax = 1_000;

/** The parts that the dispatcher connects. */
export interface DispatchTarget {
  readonly journal: Pick<Journal, "append" | "lastSeq" | "nextSeq" | "recordAppended">;
  readonly backlog: Pick<Backlog, "next" | "rewind" | "stopWaiting">;
  readonly progress: DispatchProgress;
  readonly airlines: Pick<Airlines, "codes">;
  readonly links: Pick<Stores["links"], "link">;
  readonly blocks: Pick<BlockJoiner, "join">;
  readonly appender: Pick<
    StreamAppender,
    | "append"
    | "changePartitions"
    | "finishReplay"
    | "hasLostEntries"
    | "isReplaying"
    | "partitionsChanged"
    | "recover"
    | "replay"
  >;
  readonly keptIds: Pick<KeptIds, "dispatched">;
  readonly logons: Pick<HfdlLogons, "addressesOf">;
  readonly texts: TextCounts;
  /** Records how long messages take to the stream. */
  readonly age: MessageAge;
  readonly traces?: DispatchTraces | undefined;
}

/** Records the stages of messages: that they are appended, or dropped as duplicates. */
export interface DispatchTraces {
  readonly append: StageTrace;
  readonly drop: StageTrace;
}

type DispatchConfig = Pick<
  IngestConfig,
  | "INGEST_BATCH_MAX"
  | "INGEST_AHEAD_SECONDS_MAX"
  | "INGEST_BEHIND_SECONDS_MAX"
  | "INGEST_READ_TEXTS"
>;

/**
 * Moves journaled messages to the stream in order, one batch at a time:
 * one round trip links a batch and joins its blocks, another one appends it to its partitions. A batch
 * with HFDL messages needs one before, for the addresses of aircraft that are named by a number.
 */
export class Dispatcher {
  readonly #config: DispatchConfig;
  readonly #target: DispatchTarget;
  readonly #log: Logger;
  readonly #options: MessageOptions;
  /** Entries from here on are from this process, so they wait for a change of the partition count. */
  readonly #firstSeq;
  #state: DispatchState;
  /** The messages taken from the backlog and not dispatched yet. */
  #pending: readonly JournaledMessage[] = [];
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #replayRequest: PromiseWithResolvers<void> | null = null;

  constructor(config: DispatchConfig, target: DispatchTarget, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#target = target;
    this.#options = {
      clock: clockLimits(config),
      readContent: createContentReader({
        texts: config.INGEST_READ_TEXTS
          ? { now: () => performance.now(), counts: target.texts }
          : null,
      }),
    };
    const firstSeq = target.journal.nextSeq;
    this.#firstSeq = firstSeq;
    this.#state = { kind: "replaying", untilSeq: firstSeq };
  }

  /**
   * Appends everything in the journal again, because Postgres went back. Resolves once that is noted
   * in the journal directory, so that a restart continues it.
   */
  async replay(): Promise<void> {
    this.#replayRequest ??= Promise.withResolvers();
    await this.#replayRequest.promise;
  }

  /** Dispatches until aborted, then drains; the states are in `dispatch-state.ts`. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    let drainTimer: NodeJS.Timeout | undefined;
    const drain = (): void => {
      this.#target.backlog.stopWaiting();
      drainTimer = setTimeout(() => stop.abort(), drainMs);
    };
    signal.addEventListener("abort", drain, { once: true });

    const step = async (): Promise<void> => {
      if (signal.aborted && this.#target.progress.dispatchedSeq >= this.#target.journal.lastSeq)
        stop.abort();
      else if (this.#state.kind === "recovering") await this.#recover(this.#state.cause);
      else if (this.#replayRequest !== null) await this.#replayForDatabase(this.#replayRequest);
      else if (this.#state.kind === "paused") {
        await this.#target.appender.changePartitions(stop.signal);
        this.#state = { kind: "dispatching" };
      } else {
        const isIdle = !(await this.#dispatchNext());
        if (this.#target.appender.isReplaying && (isIdle || this.#state.kind === "dispatching")) {
          await this.#target.appender.finishReplay();
        }
        if (isIdle && signal.aborted) stop.abort();
        else if (isIdle || performance.now() - this.#checkedAtMs > lossCheckMs)
          await this.#checkForLoss();
      }
    };

    const task = "dispatch journaled messages";
    await every(0, step, {
      signal: stop.signal,
      log: this.#log,
      task,
      retryMsMax,
      wait: async () => {},
    });
    clearTimeout(drainTimer);
    await this.#target.journal.append([], this.#target.progress.peek());
  }

  /** Links and appends messages. Returns false if entries have to be appended again. */
  async #dispatchBatch(batch: readonly JournaledMessage[]): Promise<boolean> {
    const fromMs = Date.now();
    const addresses = await this.#target.logons.addressesOf(batch);
    const requests = toLinkRequests(batch, this.#target.airlines.codes(), addresses);
    const weaker = this.#state.kind === "dispatching" ? findWeakerCopies(requests) : new Map();
    const kept = requests.filter((request) => !weaker.has(request));
    // Sent together, in this order: joining looks up the transmissions that linking has found.
    const [linked, wholes] = await Promise.all([
      this.#target.links.link(kept.map(({ linkable }) => linkable)),
      this.#target.blocks.join(kept),
    ]);
    const plan = planBatch(kept, { links: linked, wholes }, this.#options);
    this.#target.progress.appending(batch.at(-1)?.entry.seq ?? 0);
    const results = await Promise.all(
      [...plan.byPartition].map(([partition, entries]) =>
        this.#target.appender.append(partition, entries),
      ),
    );
    const conflict = results.some(({ status }) => status === "conflict");
    if (conflict || results.some(({ status }) => status === "lost")) {
      this.#state = { kind: "recovering", cause: conflict ? "numbers" : "redis" };
      return false;
    }
    this.#target.journal.recordAppended(plan.appended);
    this.#target.age.reached(plan.appended.map(({ acceptedAtMs }) => acceptedAtMs));
    const entries = batch.map(({ entry }) => entry);
    const dropped = [...plan.dropped, ...dropWeakerCopies(weaker, plan.dropped)];
    this.#target.traces?.append.record(plan.appended, fromMs);
    this.#target.traces?.drop.record(withKeptIds(entries, dropped), fromMs);
    this.#target.progress.dispatched(entries, dropped);
    this.#target.keptIds.dispatched(entries, dropped);
    return true;
  }

  /** Dispatches what the next batch has for the state. Returns false if the backlog is empty. */
  async #dispatchNext(): Promise<boolean> {
    if (this.#pending.length === 0)
      this.#pending = await this.#target.backlog.next(this.#config.INGEST_BATCH_MAX);
    const [first] = this.#pending;
    if (first === undefined) {
      this.#target.progress.caughtUp();
      return false;
    }
    this.#state = stateAt(this.#state, first.entry.seq, this.#target.appender.partitionsChanged);
    const { now, later } = splitBatch(this.#state, this.#pending);
    if (now.length === 0 || (await this.#dispatchBatch(now))) this.#pending = later;
    return true;
  }

  /** An append finds a loss by itself; this finds one in partitions that get nothing. */
  async #checkForLoss(): Promise<void> {
    if (await this.#target.appender.hasLostEntries())
      this.#state = { kind: "recovering", cause: "redis" };
    this.#checkedAtMs = performance.now();
  }

  async #prepareRecovery(cause: "redis" | "numbers" | "database"): Promise<RecoveryPoint> {
    if (cause === "redis") return await this.#target.appender.recover();
    if (cause === "database")
      return await this.#target.appender.replay("new-epoch", this.#target.progress.dispatchedSeq);
    this.#log.error(
      "redis has numbers that this journal has not sent, continuing as a new producer",
    );
    return await this.#target.appender.replay("new-producer", this.#target.progress.dispatchedSeq);
  }

  async #recover(cause: "redis" | "numbers" | "database"): Promise<void> {
    const { fromSeq, doneUpTo } = await this.#prepareRecovery(cause);
    const { dispatchedSeq } = this.#target.progress;
    // Entries above `dispatchedSeq` have not been counted: they are dispatched again, and the stream
    // skips those that it has.
    const skipUpTo = [...doneUpTo].map(
      ([partition, seq]) => [partition, Math.min(seq, dispatchedSeq)] as const,
    );
    this.#pending = [];
    const firstAgain = Math.min(fromSeq, dispatchedSeq + 1);
    this.#target.progress.rewound(firstAgain);
    this.#target.backlog.rewind(firstAgain, new Map(skipUpTo));
    const untilSeq = this.#target.appender.partitionsChanged
      ? this.#firstSeq
      : this.#target.journal.nextSeq;
    this.#state = { kind: "replaying", untilSeq };
  }

  async #replayForDatabase({ resolve }: PromiseWithResolvers<void>): Promise<void> {
    await this.#recover("database");
    this.#replayRequest = null;
    resolve();
  }
}

/** Returns the dropped ones of a batch's entries, each with the id of the message that is kept. */
function withKeptIds(entries: readonly JournalEntry[], dropped: readonly Duplicate[]) {
  const keptIds = new Map(dropped.map(({ seq, keptId }) => [seq, keptId]));
  return entries
    .filter(({ seq }) => keptIds.has(seq))
    .map(({ seq, id }) => ({ id, keptId: keptIds.get(seq) }));
}
