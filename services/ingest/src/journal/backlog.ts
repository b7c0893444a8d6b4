import { messageIdPartition } from "@jetwire/protocol";
import { createWaker, type Logger } from "@jetwire/runtime";
import type { DecodedMessage } from "@jetwire/decoders";
import { readObject } from "@jetwire/decoders";
import { splitAndParse } from "../framing/split-and-parse.ts";
import type { Journal } from "./journal.ts";
import type { JournalEntry } from "./record.ts";

/** A journaled entry and the message that its object contains. */
export interface JournaledMessage {
  readonly entry: JournalEntry;
  readonly decoded: DecodedMessage;
}

/**
 * The journaled messages that are not dispatched yet, in order. States:
 *
 * - *live*: messages come from memory as they are journaled.
 * - *behind*: there are more messages than memory may contain, or the process has just started.
 *   Messages come from disk, one pass after another. A pass ends at what was journaled when it
 *   began; what is journaled meanwhile is kept in memory. If it fits there, the backlog is live
 *   after the pass, otherwise another pass follows.
 */
export type Backlog = ReturnType<typeof createBacklog>;

/** One reading of the disk. */
interface Pass {
  readonly entries: AsyncGenerator<JournalEntry>;
  /** The first number that was not journaled when the pass began. */
  readonly endSeq: number;
  /** True while memory contains everything from `endSeq` on. */
  restInMemory: boolean;
}

const waitMs = 1_000;

/** @param limits where to begin, and how many messages are kept in memory */
export function createBacklog(
  journal: Pick<Journal, "read" | "nextSeq">,
  limits: { readonly fromSeq: number; readonly inMemoryMax: number },
  log: Logger,
) {
  const stop = new AbortController();
  const waker = createWaker(stop.signal);
  let inMemory: JournaledMessage[] = [];
  let nextSeq = limits.fromSeq;
  let skipUpTo: ReadonlyMap<number, number> = new Map();
  let behind = true;
  let pass: Pass | null = null;

  function parseAgain(entry: JournalEntry): JournaledMessage | null {
    if (entry.seq <= (skipUpTo.get(messageIdPartition(entry.id)) ?? 0)) return null;
    const [object] = splitAndParse(entry.raw);
    const result = object && "value" in object ? readObject(object.value) : null;
    // What was journaled was accepted, also if its kind is not kept any more.
    if (result !== null && result.status !== "rejected") return { entry, decoded: result.message };
    log.error(
      { messageId: entry.id, seq: entry.seq },
      "journaled object cannot be parsed any more",
    );
    return null;
  }

  async function fromDisk(max: number): Promise<JournaledMessage[]> {
    pass ??= { entries: journal.read(nextSeq), endSeq: journal.nextSeq, restInMemory: true };
    const { entries, endSeq } = pass;
    const batch: JournaledMessage[] = [];
    while (batch.length < max) {
      const { value, done } = await entries.next();
      // Entries journaled after the pass began may be on disk as well by now.
      if (done || value.seq >= endSeq) {
        await endPass(pass);
        break;
      }
      nextSeq = value.seq + 1;
      const message = parseAgain(value);
      if (message !== null) batch.push(message);
    }
    return batch;
  }

  async function endPass({ entries, endSeq, restInMemory }: Pass): Promise<void> {
    // Not the last entry counts: entries that linking dropped are not read from disk.
    nextSeq = endSeq;
    behind = !restInMemory;
    pass = null;
    await entries.return(undefined);
  }

  function fromMemory(max: number): JournaledMessage[] {
    const batch = inMemory.slice(0, max);
    inMemory = inMemory.slice(batch.length);
    nextSeq = (batch.at(-1)?.entry.seq ?? nextSeq - 1) + 1;
    return batch;
  }

  function keepInMemory(batch: readonly JournaledMessage[], firstSeq: number): void {
    const fresh = batch.filter(({ entry }) => entry.seq >= firstSeq);
    if (inMemory.length + fresh.length <= limits.inMemoryMax) {
      inMemory.push(...fresh);
      return;
    }
    inMemory = [];
    if (pass === null) behind = true;
    else pass.restInMemory = false;
  }

  return {
    /** Adds messages that were just journaled. */
    add(batch: readonly JournaledMessage[]): void {
      if (!behind) keepInMemory(batch, nextSeq);
      else if (pass?.restInMemory) keepInMemory(batch, pass.endSeq);
      waker.wake();
    },

    /**
     * Returns the next messages, at most `max`. Waits up to a second for the first one; returns none
     * if there is none by then.
     */
    async next(max: number): Promise<readonly JournaledMessage[]> {
      // Another pass, or memory, may follow the end of a pass.
      for (let state = behind; state; state = behind) {
        const batch = await fromDisk(max);
        if (batch.length > 0) return batch;
      }
      if (inMemory.length === 0) await waker.wait(waitMs);
      return behind ? [] : fromMemory(max);
    },

    /**
     * Continues from a sequence number, reading from disk. Not to be called while `next` is pending.
     *
     * @param skipUpTo by partition, the number up to which entries are skipped
     */
    rewind(fromSeq: number, skipped: ReadonlyMap<number, number>): void {
      // The generator waits at a yield, so this only closes its file.
      void pass?.entries.return(undefined);
      pass = null;
      inMemory = [];
      nextSeq = fromSeq;
      skipUpTo = skipped;
      behind = true;
    },

    /** Ends the wait of a pending `next` and of all later ones. */
    stopWaiting: (): void => stop.abort(),

    async [Symbol.asyncDispose]() {
      await pass?.entries.return(undefined);
    },
  };
}
