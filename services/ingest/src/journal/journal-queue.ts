import type { MessageIds } from "@jetwire/protocol";
import { backOffMs, type Logger, pause } from "@jetwire/runtime";
import type { DecodedMessage } from "../formats/decoded-message.ts";
import { type Journal, JournalFullError } from "./journal.ts";
import type { JournalEntry, JournalProgress } from "./record.ts";
import type { Ledger, LimitReason } from "../ledger.ts";
import type { Stations } from "../admission/stations.ts";

/** A message that is understood and within its limits, on its way to the journal. */
export interface Admitted {
  readonly decoded: DecodedMessage;
  readonly ident: string;
  readonly address: string;
  readonly acceptedAtMs: number;
  /** The decoder's object in its own bytes. */
  readonly raw: string;
  /** Told the end of it, for a sender who waits. */
  readonly settled?: (progress: JournalQueueResult) => void;
}

export type JournalQueueResult =
  | { readonly status: "accepted"; readonly id: string }
  | { readonly status: "limited"; readonly reason: LimitReason };

/** An entry of the journal with what its bytes meant. */
export interface Journaled {
  readonly entry: JournalEntry;
  readonly decoded: DecodedMessage;
}

export interface JournalQueueOptions {
  readonly journal: Pick<Journal, "append" | "nextSeq">;
  readonly ledger: Ledger;
  readonly stations: Stations;
  readonly ids: MessageIds;
  readonly partitionOf: (stationId: number) => number;
  /** What has become of earlier entries; goes with the next write. */
  readonly progress: Outcomes;
  /** Called in order with what is now on disk. */
  readonly journaled: (batch: readonly Journaled[]) => void;
  readonly queueMax: number;
  readonly batchMax: number;
  readonly log: Logger;
}

/** The outcome record to write next, kept until it is on disk. */
export interface Outcomes {
  /** Whether anything is different from the last record written. */
  readonly changed: boolean;
  peek(): JournalProgress;
  written(progress: JournalProgress): void;
}

/** The queue before the journal, and the loop that empties it: station ids, message ids, one sync a batch. */
export interface JournalQueue {
  /** How full the queue is, 0 to 1: whoever can wait does so above one half. */
  readonly fill: number;
  /** Takes a message, or says at once why not. Never blocks. */
  push(message: Admitted): void;
  /** Works until aborted, then until the queue is empty or the journal fails. */
  run(signal: AbortSignal): Promise<void>;
}

/** After a batch smaller than this the next is given time to grow: a sync for each message is dear. */
const smallBatch = 32;
const lingerMs = 2;
/** How long a change of counts alone may wait for the journal. */
const idleWriteMs = 200;

export function createJournalQueue(options: JournalQueueOptions): JournalQueue {
  const { journal, ledger, stations, ids, log } = options;
  let queue: Admitted[] = [];
  let wake: (() => void) | null = null;

  function limit(message: Admitted, reason: LimitReason): void {
    ledger.limited(reason);
    message.settled?.({ status: "limited", reason });
  }

  async function somethingToDo(signal: AbortSignal): Promise<void> {
    if (queue.length > 0) return;
    const pushed = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([pushed, pause(idleWriteMs, signal)]);
    wake = null;
  }

  /** Station ids for a batch; what gets none is limited and drops out. */
  async function withStations(batch: readonly Admitted[]) {
    const decoded = batch.map(({ ident, address, decoded: { sourceType } }) => ({
      ident,
      address,
      sourceType,
    }));
    const resolved = await stations.resolve(decoded, Date.now());
    const kept: { message: Admitted; stationId: number }[] = [];
    for (const message of batch) {
      const stationId = resolved.get(message.ident) ?? "stations-unavailable";
      if (typeof stationId === "number") kept.push({ message, stationId });
      else limit(message, stationId);
    }
    return kept;
  }

  async function write(batch: readonly Admitted[]): Promise<void> {
    const kept = await withStations(batch);
    let seq = journal.nextSeq;
    const journaled = kept.map(({ message, stationId }) => ({
      decoded: message.decoded,
      entry: {
        seq: seq++,
        id: ids.next(options.partitionOf(stationId)),
        stationId,
        acceptedAtMs: message.acceptedAtMs,
        raw: message.raw,
      },
    }));
    ledger.accepted(journaled.length);
    const progress = options.progress.peek();
    try {
      await journal.append(
        journaled.map(({ entry }) => entry),
        progress,
      );
      options.progress.written(progress);
    } catch (error) {
      ledger.accepted(-journaled.length);
      const reason = error instanceof JournalFullError ? "journal-full" : "journal-failed";
      for (const { message } of kept) limit(message, reason);
      throw error;
    }
    options.journaled(journaled);
    for (const [index, { message }] of kept.entries()) {
      message.settled?.({ status: "accepted", id: journaled[index]?.entry.id ?? "" });
    }
  }

  return {
    get fill() {
      return queue.length / options.queueMax;
    },

    push(message) {
      if (queue.length >= options.queueMax) {
        limit(message, "overload");
        return;
      }
      queue.push(message);
      wake?.();
    },

    async run(signal) {
      let failures = 0;
      while (!signal.aborted || queue.length > 0) {
        await somethingToDo(signal);
        const batch = queue.slice(0, options.batchMax);
        queue = queue.slice(options.batchMax);
        try {
          if (batch.length > 0 || options.progress.changed) await write(batch);
          failures = 0;
          if (batch.length > 0 && batch.length < smallBatch) await pause(lingerMs);
        } catch (error) {
          // What was refused is counted and said; the journal is tried again with what comes next.
          failures++;
          if (failures === 1) log.error({ err: error }, "the journal does not take entries");
          await pause(backOffMs(failures), signal);
          if (signal.aborted) break;
        }
      }
      // Only what a broken journal would not take is left here.
      for (const message of queue.splice(0)) limit(message, "journal-failed");
    },
  };
}
