import type { MessageIds } from "@jetwire/protocol";
import {
  createWaker,
  currentRequestId,
  every,
  type Logger,
  type MessageAge,
  pause,
  type StageTrace,
} from "@jetwire/runtime";
import type { RejectCounter } from "../admission/station-rejects.ts";
import type { SourceCounter } from "../admission/station-sources.ts";
import type { Stations } from "../admission/stations.ts";
import type { IngestConfig } from "../config.ts";
import type { DecodedMessage } from "@jetwire/decoders";
import type { Ledger, LimitReason } from "../ledger.ts";
import type { Backlog } from "./backlog.ts";
import type { DispatchProgress } from "./dispatch-progress.ts";
import type { Journal } from "./journal.ts";
import { JournalFullError } from "./journal-full-error.ts";

/** A message from a station within its limits. */
export interface AdmittedMessage {
  readonly decoded: DecodedMessage;
  readonly ident: string;
  readonly address: string;
  readonly acceptedAtMs: number;
  /** The time at which a relay received it, Unix ms; undefined if it came without one. */
  readonly relayedAtMs?: number | undefined;
  /** Whether a station key proved the message; null if its station has no key. */
  readonly authenticated: boolean | null;
  /** The decoder's object as sent, without the station key. */
  readonly raw: string;
  /** The HTTP request that it came by, if it is to be traced. */
  readonly requestId?: string | undefined;
  /** Called with the result, if the sender waits for one. */
  readonly onResult?: (result: JournalQueueResult) => void;
}

export type JournalQueueResult =
  | { readonly status: "accepted"; readonly id: string }
  | { readonly status: "limited"; readonly reason: LimitReason };

/**
 * How much fuller than by others the queue may become by messages that a station key proves, so that a
 * flood cannot displace them.
 */
const provenFactor = 1.25;
/**
 * A batch smaller than this is followed by a pause in which the next one grows, because syncs are expensive. A message that comes
 * after the pause does not wait.
 */
const smallBatch = 32;
const pauseMs = 2;
/**
 * The length of the pause while messages come closer together than this and no sender waits for a result. Later services
 * handle the messages of a batch together, and a batch of few costs them as much as one of many. A message that comes alone
 * would gain nothing and make the next one wait.
 */
const gatherMs = 15;
/** The longest time until a change of the counts alone is written. */
const idleWriteMs = 250;
/** The longest pause after a failed write. The counts have changed then, so that the next attempt needs no message. */
const retryMsMax = 1_000;

type QueueConfig = Pick<
  IngestConfig,
  "STREAM_PARTITIONS" | "INGEST_QUEUE_MAX" | "INGEST_BATCH_MAX"
>;

/** The parts that a message passes with the queue. */
interface QueueTarget {
  readonly journal: Pick<Journal, "append" | "nextSeq">;
  readonly ledger: Ledger;
  readonly progress: DispatchProgress;
  readonly stations: Stations;
  readonly ids: Pick<MessageIds, "next">;
  /** Counts the hours of accepted messages by their source. */
  readonly sources: Pick<SourceCounter, "add">;
  /** Counts messages under idents that become no station. */
  readonly rejects: Pick<RejectCounter, "add">;
  /** Receives what is on disk, in order. */
  readonly backlog: Pick<Backlog, "add">;
  /** Records how long messages take to the disk. */
  readonly age: MessageAge;
  /** Records the stages of messages. */
  readonly traces?: { readonly receive: StageTrace; readonly journal: StageTrace } | undefined;
}

/**
 * The queue before the journal: assigns station ids and message ids, and syncs once per batch. A message is *waiting* →
 * *in a batch* (it gets its ids) → *journaled*, and its sender gets the result. It is *limited* instead, at once, if the queue is full,
 * its station cannot be known, or its batch cannot be written.
 */
export class JournalQueue {
  readonly #config: QueueConfig;
  readonly #target: QueueTarget;
  readonly #log: Logger;
  readonly #waker = createWaker();
  /** Ends the pause before a batch. */
  readonly #hurry = createWaker();
  #queue: AdmittedMessage[] = [];
  /** The pause after the last batch, by `performance.now`: no batch is written before its first time, and before the second only an urgent one. */
  #pause = { untilMs: Number.NEGATIVE_INFINITY, gatherUntilMs: Number.NEGATIVE_INFINITY };

  constructor(config: QueueConfig, target: QueueTarget, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#target = target;
  }

  /** The fill of the queue, 0 to 1. Senders that can wait should do so above 0.5. */
  get fill(): number {
    return Math.min(1, this.#queue.length / this.#config.INGEST_QUEUE_MAX);
  }

  /** Adds a message, or limits it at once if its share of the queue is full. */
  push(message: AdmittedMessage): void {
    const factor = message.authenticated === true ? provenFactor : 1;
    if (this.#queue.length >= this.#config.INGEST_QUEUE_MAX * factor) {
      this.#limit(message, "overload");
      return;
    }
    const requestId = this.#target.traces === undefined ? undefined : currentRequestId();
    this.#queue.push(requestId === undefined ? message : { ...message, requestId });
    this.#waker.wake();
    if (this.#isUrgent()) this.#hurry.wake();
  }

  /** Writes to the journal until aborted, then until the queue is empty or the journal fails. */
  async run(signal: AbortSignal): Promise<void> {
    const drained = new AbortController();
    const wakeAll = () => {
      this.#waker.wake();
      this.#hurry.wake();
    };
    signal.addEventListener("abort", wakeAll, { once: true });

    const writeNext = async (): Promise<void> => {
      let failed = true;
      try {
        if (this.#queue.length === 0 && !signal.aborted) await this.#waker.wait(idleWriteMs);
        if (this.#queue.length > 0) await this.#gather(signal);
        const isClose = performance.now() - this.#pause.gatherUntilMs < gatherMs;
        const batch = this.#queue.slice(0, this.#config.INGEST_BATCH_MAX);
        this.#queue = this.#queue.slice(batch.length);
        if (batch.length > 0 || this.#target.progress.changed) await this.#write(batch);
        failed = false;
        if (batch.length > 0) this.#pauseAfter(batch.length, isClose);
      } finally {
        if (signal.aborted && (failed || this.#queue.length === 0)) drained.abort();
      }
    };

    // The messages of a batch that fails are limited; the journal is tried again with the next.
    const task = "write to the journal";
    await every(0, writeNext, {
      signal: drained.signal,
      log: this.#log,
      task,
      retryMsMax,
      wait: async () => {},
    });
    // Only messages that a broken journal did not accept are left.
    for (const message of this.#queue.splice(0)) this.#limit(message, "journal-failed");
  }

  #pauseAfter(messages: number, isClose: boolean): void {
    const nowMs = performance.now();
    const isSmall = messages < smallBatch;
    this.#pause = {
      untilMs: nowMs + (isSmall ? pauseMs : 0),
      gatherUntilMs: nowMs + (isSmall && isClose ? gatherMs : 0),
    };
  }

  /** Waits for the end of the pause after the last batch, if messages come before it. */
  async #gather(signal: AbortSignal): Promise<void> {
    const { untilMs, gatherUntilMs } = this.#pause;
    while (!signal.aborted && !this.#isUrgent() && performance.now() < gatherUntilMs) {
      await this.#hurry.wait(gatherUntilMs - performance.now());
    }
    if (performance.now() < untilMs) await pause(untilMs - performance.now(), signal);
  }

  /** Whether a sender waits for a result, or the queue has enough messages for a batch. */
  #isUrgent(): boolean {
    const isFull = this.#queue.length >= smallBatch || this.fill >= 0.5;
    return isFull || this.#queue.some(({ onResult }) => onResult !== undefined);
  }

  #limit(message: AdmittedMessage, reason: LimitReason): void {
    this.#target.ledger.limited(reason);
    message.onResult?.({ status: "limited", reason });
  }

  /** Returns the messages of a batch that have a station id, and limits the others. */
  async #withStations(batch: readonly AdmittedMessage[]) {
    const resolved = await this.#target.stations.resolve(
      batch.map(({ ident, address, decoded: { sourceType } }) => ({ ident, address, sourceType })),
      Date.now(),
    );
    const known: { message: AdmittedMessage; stationId: number }[] = [];
    for (const message of batch) {
      const stationId = resolved.get(message.ident) ?? "stations-unavailable";
      if (typeof stationId === "number") known.push({ message, stationId });
      else {
        this.#limit(message, stationId);
        const { ident, address } = message;
        this.#target.rejects.add({ ident, reason: stationId, detail: "", address });
      }
    }
    return known;
  }

  async #write(batch: readonly AdmittedMessage[]): Promise<void> {
    const known = await this.#withStations(batch);
    let seq = this.#target.journal.nextSeq;
    const journaled = known.map(({ message, stationId }) => ({
      message,
      decoded: message.decoded,
      entry: {
        seq: seq++,
        id: this.#target.ids.next(stationId % this.#config.STREAM_PARTITIONS),
        stationId,
        acceptedAtMs: message.acceptedAtMs,
        relayedAtMs: message.relayedAtMs,
        authenticated: message.authenticated,
        raw: message.raw,
      },
    }));
    this.#target.ledger.accepted(journaled.length);
    const written = this.#target.progress.peek();
    const writtenFromMs = Date.now();
    try {
      await this.#target.journal.append(
        journaled.map(({ entry }) => entry),
        written,
      );
      this.#target.progress.written(written);
    } catch (error) {
      this.#target.ledger.accepted(-journaled.length);
      const reason = error instanceof JournalFullError ? "journal-full" : "journal-failed";
      for (const { message } of journaled) this.#limit(message, reason);
      throw error;
    }
    this.#target.age.reached(journaled.map(({ entry }) => entry.acceptedAtMs));
    if (this.#target.traces !== undefined) {
      for (const { entry, message } of journaled) {
        const received = { id: entry.id, requestId: message.requestId };
        this.#target.traces.receive.record([received], entry.acceptedAtMs, writtenFromMs);
        this.#target.traces.journal.record([entry], writtenFromMs);
      }
    }
    this.#target.backlog.add(journaled.map(({ entry, decoded }) => ({ entry, decoded })));
    for (const { message, entry } of journaled) {
      this.#target.sources.add(entry.stationId, message.address, entry.acceptedAtMs);
      message.onResult?.({ status: "accepted", id: entry.id });
    }
  }
}
