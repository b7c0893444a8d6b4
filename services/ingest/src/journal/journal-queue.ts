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
import { type Journal, JournalFullError } from "./journal.ts";

/** A message from a station within its limits. */
export interface AdmittedMessage {
  readonly decoded: DecodedMessage;
  readonly ident: string;
  readonly address: string;
  readonly acceptedAtMs: number;
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

/** The queue before the journal: assigns station ids and message ids, and syncs once per batch. */
export type JournalQueue = ReturnType<typeof createJournalQueue>;

/**
 * How much fuller than by others the queue may become by messages that a station key proves, so that a
 * flood cannot displace them.
 */
const provenFactor = 1.25;
/** A batch smaller than this is followed by a pause in which the next one grows, because syncs are expensive. */
const smallBatch = 32;
const lingerMs = 2;
/** The longest time until a change of the counts alone is written. */
const idleWriteMs = 200;
/** The longest pause after a failed write. The counts have changed then, so that the next attempt needs no message. */
const retryMsMax = 1_000;

export function createJournalQueue(
  config: Pick<IngestConfig, "STREAM_PARTITIONS" | "INGEST_QUEUE_MAX" | "INGEST_BATCH_MAX">,
  target: {
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
  },
  log: Logger,
) {
  const { journal, ledger, progress, stations, sources, rejects, ids, backlog, age, traces } =
    target;
  const waker = createWaker();
  let queue: AdmittedMessage[] = [];

  function limit(message: AdmittedMessage, reason: LimitReason): void {
    ledger.limited(reason);
    message.onResult?.({ status: "limited", reason });
  }

  /** Returns the messages of a batch that have a station id, and limits the others. */
  async function withStations(batch: readonly AdmittedMessage[]) {
    const resolved = await stations.resolve(
      batch.map(({ ident, address, decoded: { sourceType } }) => ({ ident, address, sourceType })),
      Date.now(),
    );
    const known: { message: AdmittedMessage; stationId: number }[] = [];
    for (const message of batch) {
      const stationId = resolved.get(message.ident) ?? "stations-unavailable";
      if (typeof stationId === "number") known.push({ message, stationId });
      else {
        limit(message, stationId);
        const { ident, address } = message;
        rejects.add({ ident, reason: stationId, detail: "", address });
      }
    }
    return known;
  }

  async function write(batch: readonly AdmittedMessage[]): Promise<void> {
    const known = await withStations(batch);
    let seq = journal.nextSeq;
    const journaled = known.map(({ message, stationId }) => ({
      message,
      decoded: message.decoded,
      entry: {
        seq: seq++,
        id: ids.next(stationId % config.STREAM_PARTITIONS),
        stationId,
        acceptedAtMs: message.acceptedAtMs,
        authenticated: message.authenticated,
        raw: message.raw,
      },
    }));
    ledger.accepted(journaled.length);
    const written = progress.peek();
    const writtenFromMs = Date.now();
    try {
      await journal.append(
        journaled.map(({ entry }) => entry),
        written,
      );
      progress.written(written);
    } catch (error) {
      ledger.accepted(-journaled.length);
      const reason = error instanceof JournalFullError ? "journal-full" : "journal-failed";
      for (const { message } of journaled) limit(message, reason);
      throw error;
    }
    age.reached(journaled.map(({ entry }) => entry.acceptedAtMs));
    if (traces !== undefined) {
      for (const { entry, message } of journaled) {
        const received = { id: entry.id, requestId: message.requestId };
        traces.receive.record([received], entry.acceptedAtMs, writtenFromMs);
        traces.journal.record([entry], writtenFromMs);
      }
    }
    backlog.add(journaled.map(({ entry, decoded }) => ({ entry, decoded })));
    for (const { message, entry } of journaled) {
      sources.add(entry.stationId, message.address, entry.acceptedAtMs);
      message.onResult?.({ status: "accepted", id: entry.id });
    }
  }

  return {
    /** The fill of the queue, 0 to 1. Senders that can wait should do so above 0.5. */
    get fill(): number {
      return Math.min(1, queue.length / config.INGEST_QUEUE_MAX);
    },

    /** Adds a message, or limits it at once if its share of the queue is full. */
    push(message: AdmittedMessage): void {
      const factor = message.authenticated === true ? provenFactor : 1;
      if (queue.length >= config.INGEST_QUEUE_MAX * factor) {
        limit(message, "overload");
        return;
      }
      const requestId = traces === undefined ? undefined : currentRequestId();
      queue.push(requestId === undefined ? message : { ...message, requestId });
      waker.wake();
    },

    /** Writes to the journal until aborted, then until the queue is empty or the journal fails. */
    async run(signal: AbortSignal): Promise<void> {
      const drained = new AbortController();
      signal.addEventListener("abort", () => waker.wake(), { once: true });

      async function writeNext(): Promise<void> {
        let failed = true;
        try {
          if (queue.length === 0 && !signal.aborted) await waker.wait(idleWriteMs);
          const batch = queue.slice(0, config.INGEST_BATCH_MAX);
          queue = queue.slice(batch.length);
          if (batch.length > 0 || progress.changed) await write(batch);
          failed = false;
          if (batch.length > 0 && batch.length < smallBatch) await pause(lingerMs, signal);
        } finally {
          if (signal.aborted && (failed || queue.length === 0)) drained.abort();
        }
      }

      // The messages of a batch that fails are limited; the journal is tried again with the next.
      const task = "write to the journal";
      await every(0, writeNext, {
        signal: drained.signal,
        log,
        task,
        retryMsMax,
        wait: async () => {},
      });
      // Only messages that a broken journal did not accept are left.
      for (const message of queue.splice(0)) limit(message, "journal-failed");
    },
  };
}
