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
import type { JoinBlocks } from "./wholes.ts";
import type { RecoveryPoint, StreamAppender } from "./stream-appender.ts";

/** The interval of checks for lost entries while there is traffic. */
const lossCheckMs = 5_000;
/** The longest time for which a stop waits until the backlog is dispatched. */
const drainMs = 4_000;
const retryMsMax = 1_000;

/** The parts that the dispatcher connects. */
export interface DispatchTarget {
  readonly journal: Pick<Journal, "append" | "lastSeq" | "nextSeq" | "noteAppended">;
  readonly backlog: Pick<Backlog, "next" | "rewind" | "stopWaiting">;
  readonly progress: DispatchProgress;
  readonly airlines: Pick<Airlines, "codes">;
  readonly links: Pick<Stores["links"], "link">;
  readonly joinBlocks: JoinBlocks;
  readonly appender: StreamAppender;
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

export type Dispatcher = ReturnType<typeof createDispatcher>;

/**
 * Creates the dispatcher, which moves journaled messages to the stream in order, one batch at a time:
 * one round trip links a batch and joins its blocks, another one appends it to its partitions. A batch
 * with HFDL messages needs one before, for the addresses of aircraft that are named by a number.
 */
export function createDispatcher(
  config: Pick<
    IngestConfig,
    | "INGEST_BATCH_MAX"
    | "INGEST_AHEAD_SECONDS_MAX"
    | "INGEST_BEHIND_SECONDS_MAX"
    | "INGEST_READ_TEXTS"
  >,
  target: DispatchTarget,
  log: Logger,
) {
  const { journal, backlog, progress, airlines, links, joinBlocks } = target;
  const { appender, keptIds, logons, texts, age, traces } = target;
  const options: MessageOptions = {
    clock: clockLimits(config),
    readContent: createContentReader({
      texts: config.INGEST_READ_TEXTS ? { now: () => performance.now(), counts: texts } : null,
    }),
  };
  /** Entries from here on are from this process, so they wait for a change of the partition count. */
  const firstSeq = journal.nextSeq;
  let state: DispatchState = { kind: "replaying", untilSeq: firstSeq };
  /** The messages taken from the backlog and not dispatched yet. */
  let pending: readonly JournaledMessage[] = [];
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  let replayRequest: PromiseWithResolvers<void> | null = null;

  /** Links and appends messages. Returns false if entries have to be appended again. */
  async function dispatchBatch(batch: readonly JournaledMessage[]): Promise<boolean> {
    const fromMs = Date.now();
    const addresses = await logons.addressesOf(batch);
    const requests = toLinkRequests(batch, airlines.codes(), addresses);
    const weaker = state.kind === "dispatching" ? findWeakerCopies(requests) : new Map();
    const kept = requests.filter((request) => !weaker.has(request));
    // Sent together, in this order: joining looks up the transmissions that linking has found.
    const [linked, wholes] = await Promise.all([
      links.link(kept.map(({ linkable }) => linkable)),
      joinBlocks(kept),
    ]);
    const plan = planBatch(kept, { links: linked, wholes }, options);
    progress.appending(batch.at(-1)?.entry.seq ?? 0);
    const results = await Promise.all(
      [...plan.byPartition].map(([partition, entries]) => appender.append(partition, entries)),
    );
    const conflict = results.some(({ status }) => status === "conflict");
    if (conflict || results.some(({ status }) => status === "lost")) {
      state = { kind: "recovering", cause: conflict ? "numbers" : "redis" };
      return false;
    }
    journal.noteAppended(plan.appended);
    age.reached(plan.appended.map(({ acceptedAtMs }) => acceptedAtMs));
    const entries = batch.map(({ entry }) => entry);
    const dropped = [...plan.dropped, ...dropWeakerCopies(weaker, plan.dropped)];
    traces?.append.record(plan.appended, fromMs);
    traces?.drop.record(withKeptIds(entries, dropped), fromMs);
    progress.dispatched(entries, dropped);
    keptIds.dispatched(entries, dropped);
    return true;
  }

  /** Dispatches what the next batch has for the state. Returns false if the backlog is empty. */
  async function dispatchNext(): Promise<boolean> {
    if (pending.length === 0) pending = await backlog.next(config.INGEST_BATCH_MAX);
    const [first] = pending;
    if (first === undefined) {
      progress.caughtUp();
      return false;
    }
    state = stateAt(state, first.entry.seq, appender.partitionsChanged);
    const { now, later } = splitBatch(state, pending);
    if (now.length === 0 || (await dispatchBatch(now))) pending = later;
    return true;
  }

  /** An append finds a loss by itself; this finds one in partitions that get nothing. */
  async function checkForLoss(): Promise<void> {
    if (await appender.hasLostEntries()) state = { kind: "recovering", cause: "redis" };
    checkedAtMs = performance.now();
  }

  async function prepareRecovery(cause: "redis" | "numbers" | "database"): Promise<RecoveryPoint> {
    if (cause === "redis") return await appender.recover();
    if (cause === "database") return await appender.replay("new-epoch", progress.dispatchedSeq);
    log.error("redis has numbers that this journal has not sent, continuing as a new producer");
    return await appender.replay("new-producer", progress.dispatchedSeq);
  }

  async function recover(cause: "redis" | "numbers" | "database"): Promise<void> {
    const { fromSeq, doneUpTo } = await prepareRecovery(cause);
    const { dispatchedSeq } = progress;
    // Entries above `dispatchedSeq` have not been counted: they are dispatched again, and the stream
    // skips those that it has.
    const skipUpTo = [...doneUpTo].map(
      ([partition, seq]) => [partition, Math.min(seq, dispatchedSeq)] as const,
    );
    pending = [];
    const firstAgain = Math.min(fromSeq, dispatchedSeq + 1);
    progress.rewound(firstAgain);
    backlog.rewind(firstAgain, new Map(skipUpTo));
    const untilSeq = appender.partitionsChanged ? firstSeq : journal.nextSeq;
    state = { kind: "replaying", untilSeq };
  }

  async function replayForDatabase({ resolve }: PromiseWithResolvers<void>): Promise<void> {
    await recover("database");
    replayRequest = null;
    resolve();
  }

  return {
    /**
     * Appends everything in the journal again, because Postgres went back. Resolves once that is noted
     * in the journal directory, so that a restart continues it.
     */
    async replay(): Promise<void> {
      replayRequest ??= Promise.withResolvers();
      await replayRequest.promise;
    },

    /** Dispatches until aborted, then drains; the states are in `dispatch-state.ts`. */
    async run(signal: AbortSignal): Promise<void> {
      const stop = new AbortController();
      let drainTimer: NodeJS.Timeout | undefined;
      function drain(): void {
        backlog.stopWaiting();
        drainTimer = setTimeout(() => stop.abort(), drainMs);
      }
      signal.addEventListener("abort", drain, { once: true });

      async function step(): Promise<void> {
        if (signal.aborted && progress.dispatchedSeq >= journal.lastSeq) stop.abort();
        else if (state.kind === "recovering") await recover(state.cause);
        else if (replayRequest !== null) await replayForDatabase(replayRequest);
        else if (state.kind === "paused") {
          await appender.changePartitions(stop.signal);
          state = { kind: "dispatching" };
        } else {
          const isIdle = !(await dispatchNext());
          if (appender.isReplaying && (isIdle || state.kind === "dispatching")) {
            await appender.finishReplay();
          }
          if (isIdle && signal.aborted) stop.abort();
          else if (isIdle || performance.now() - checkedAtMs > lossCheckMs) await checkForLoss();
        }
      }

      const task = "dispatch journaled messages";
      await every(0, step, { signal: stop.signal, log, task, retryMsMax, wait: async () => {} });
      clearTimeout(drainTimer);
      await journal.append([], progress.peek());
    },
  };
}

/** Returns the dropped ones of a batch's entries, each with the id of the message that is kept. */
function withKeptIds(entries: readonly JournalEntry[], dropped: readonly Duplicate[]) {
  const keptIds = new Map(dropped.map(({ seq, keptId }) => [seq, keptId]));
  return entries
    .filter(({ seq }) => keptIds.has(seq))
    .map(({ seq, id }) => ({ id, keptId: keptIds.get(seq) }));
}
