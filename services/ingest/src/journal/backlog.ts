import { messageIdPartition } from "@jetwire/protocol";
import { createWaker, type Logger } from "@jetwire/runtime";
import type { DecodedMessage } from "@jetwire/decoders";
import { readObject } from "@jetwire/decoders";
import { splitAndParse } from "@jetwire/transport";
import type { Journal } from "./journal.ts";
import type { JournalEntry } from "./record.ts";

/** A journaled entry and the message that its object contains. */
export interface JournaledMessage {
  readonly entry: JournalEntry;
  readonly decoded: DecodedMessage;
}

/** One reading of the disk. */
interface Pass {
  readonly entries: AsyncGenerator<JournalEntry>;
  /** The first number that was not journaled when the pass began. */
  readonly endSeq: number;
  /** True while memory contains everything from `endSeq` on. */
  restInMemory: boolean;
}

const waitMs = 1_000;

/**
 * The journaled messages that are not dispatched yet, in order. States:
 *
 * - *live*: messages come from memory as they are journaled.
 * - *behind*: there are more messages than memory may contain, or the process has just started.
 *   Messages come from disk, one pass after another. A pass ends at what was journaled when it
 *   began; what is journaled meanwhile is kept in memory. If it fits there, the backlog is live
 *   after the pass, otherwise another pass follows.
 *
 * @param limits where to begin, and how many messages are kept in memory
 */
export class Backlog {
  readonly #journal: Pick<Journal, "read" | "nextSeq">;
  readonly #limits: { readonly fromSeq: number; readonly inMemoryMax: number };
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #waker = createWaker(this.#stop.signal);
  #inMemory: JournaledMessage[] = [];
  #nextSeq;
  #skipUpTo: ReadonlyMap<number, number> = new Map();
  #behind = true;
  #pass: Pass | null = null;

  constructor(
    journal: Pick<Journal, "read" | "nextSeq">,
    limits: { readonly fromSeq: number; readonly inMemoryMax: number },
    log: Logger,
  ) {
    this.#journal = journal;
    this.#limits = limits;
    this.#log = log;
    this.#nextSeq = limits.fromSeq;
  }

  /** Adds messages that were just journaled. */
  add(batch: readonly JournaledMessage[]): void {
    if (!this.#behind) this.#keepInMemory(batch, this.#nextSeq);
    else if (this.#pass?.restInMemory) this.#keepInMemory(batch, this.#pass.endSeq);
    this.#waker.wake();
  }

  /**
   * Returns the next messages, at most `max`. Waits up to a second for the first one; returns none
   * if there is none by then.
   */
  async next(max: number): Promise<readonly JournaledMessage[]> {
    // Another pass, or memory, may follow the end of a pass.
    for (let state = this.#behind; state; state = this.#behind) {
      const batch = await this.#fromDisk(max);
      if (batch.length > 0) return batch;
    }
    await this.#waitForOne();
    return this.#behind ? [] : this.#fromMemory(max);
  }

  /**
   * Continues from a sequence number, reading from disk. Not to be called while `next` is pending.
   *
   * @param skipUpTo by partition, the number up to which entries are skipped
   */
  rewind(fromSeq: number, skipped: ReadonlyMap<number, number>): void {
    // The generator waits at a yield, so this only closes its file.
    void this.#pass?.entries.return(undefined);
    this.#pass = null;
    this.#inMemory = [];
    this.#nextSeq = fromSeq;
    this.#skipUpTo = skipped;
    this.#behind = true;
  }

  /** The waker may have been woken for messages that were taken since. */
  async #waitForOne(): Promise<void> {
    const untilMs = performance.now() + waitMs;
    while (this.#inMemory.length === 0 && !this.#behind && !this.#stop.signal.aborted) {
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return;
      await this.#waker.wait(leftMs);
    }
  }

  /** Ends the wait of a pending `next` and of all later ones. */
  stopWaiting(): void {
    this.#stop.abort();
  }

  async [Symbol.asyncDispose]() {
    await this.#pass?.entries.return(undefined);
  }

  #parseAgain(entry: JournalEntry): JournaledMessage | null {
    if (entry.seq <= (this.#skipUpTo.get(messageIdPartition(entry.id)) ?? 0)) return null;
    const [object] = splitAndParse(entry.raw);
    const result = object && "value" in object ? readObject(object.value) : null;
    // What was journaled was accepted, also if its kind is not kept any more.
    if (result !== null && result.status !== "rejected") return { entry, decoded: result.message };
    this.#log.error(
      { messageId: entry.id, seq: entry.seq },
      "journaled object cannot be parsed any more",
    );
    return null;
  }

  async #fromDisk(max: number): Promise<JournaledMessage[]> {
    this.#pass ??= {
      entries: this.#journal.read(this.#nextSeq),
      endSeq: this.#journal.nextSeq,
      restInMemory: true,
    };
    const { entries, endSeq } = this.#pass;
    const batch: JournaledMessage[] = [];
    while (batch.length < max) {
      const { value, done } = await entries.next();
      // Entries journaled after the pass began may be on disk as well by now.
      if (done || value.seq >= endSeq) {
        await this.#endPass(this.#pass);
        break;
      }
      this.#nextSeq = value.seq + 1;
      const message = this.#parseAgain(value);
      if (message !== null) batch.push(message);
    }
    return batch;
  }

  async #endPass({ entries, endSeq, restInMemory }: Pass): Promise<void> {
    // Not the last entry counts: entries that linking dropped are not read from disk.
    this.#nextSeq = endSeq;
    this.#behind = !restInMemory;
    this.#pass = null;
    await entries.return(undefined);
  }

  #fromMemory(max: number): JournaledMessage[] {
    const batch = this.#inMemory.slice(0, max);
    this.#inMemory = this.#inMemory.slice(batch.length);
    this.#nextSeq = (batch.at(-1)?.entry.seq ?? this.#nextSeq - 1) + 1;
    return batch;
  }

  #keepInMemory(batch: readonly JournaledMessage[], firstSeq: number): void {
    const fresh = batch.filter(({ entry }) => entry.seq >= firstSeq);
    if (this.#inMemory.length + fresh.length <= this.#limits.inMemoryMax) {
      this.#inMemory.push(...fresh);
      return;
    }
    this.#inMemory = [];
    if (this.#pass === null) this.#behind = true;
    else this.#pass.restInMemory = false;
  }
}
