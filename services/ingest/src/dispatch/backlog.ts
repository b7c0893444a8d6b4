import { createWaker } from "@jetwire/runtime";
import type { Journaled } from "../journal/journal-queue.ts";
import type { Journal } from "../journal/journal.ts";
import type { JournalEntry } from "../journal/record.ts";

/**
 * What is in the journal and not yet settled, in order. States:
 *
 * - *live*: entries come from memory as they are journaled.
 * - *behind*: there is more than memory may hold, or the process has just started. Entries come
 *   from disk, a pass at a time: up to what was journaled when the pass began. What is journaled
 *   meanwhile is kept in memory, and when it fits there, the end of the pass is live again;
 *   otherwise another pass follows.
 */
export interface Backlog extends AsyncDisposable {
  /** Takes what was just journaled. */
  add(batch: readonly Journaled[]): void;
  /** The next entries, at most `max`; none when nothing came for a while or when aborted. */
  next(max: number): Promise<readonly Journaled[]>;
  /** Starts over from a sequence number, reading from disk. Not while `next` is under way. */
  rewind(fromSeq: number): void;
}

/** One reading of the disk. */
interface Pass {
  readonly entries: AsyncGenerator<JournalEntry>;
  /** Where it ends: the first number not journaled when it began. */
  readonly endSeq: number;
  /** Memory holds everything from `endSeq` on. */
  restIsHeld: boolean;
}

const waitMs = 1_000;

/**
 * @param read parses an entry's bytes again; null for one that this version can't read any more.
 * @param heldMax the most entries kept in memory.
 */
export function createBacklog(
  journal: Pick<Journal, "read" | "nextSeq">,
  read: (entry: JournalEntry) => Journaled | null,
  fromSeq: number,
  heldMax: number,
  signal: AbortSignal,
): Backlog {
  const waker = createWaker(signal);
  let held: Journaled[] = [];
  let nextSeq = fromSeq;
  let behind = true;
  let pass: Pass | null = null;

  async function fromDisk(max: number): Promise<Journaled[]> {
    pass ??= { entries: journal.read(nextSeq), endSeq: journal.nextSeq, restIsHeld: true };
    const { entries, endSeq } = pass;
    const batch: Journaled[] = [];
    while (batch.length < max) {
      const { value, done } = await entries.next();
      // What was journaled after the pass began may be on disk as well by now.
      if (done || value.seq >= endSeq) {
        await endPass(pass);
        break;
      }
      nextSeq = value.seq + 1;
      const journaled = read(value);
      if (journaled !== null) batch.push(journaled);
    }
    return batch;
  }

  async function endPass({ entries, endSeq, restIsHeld }: Pass): Promise<void> {
    // Entries dropped by linking leave no trace on disk, so its end counts, not the last entry.
    nextSeq = endSeq;
    behind = !restIsHeld;
    pass = null;
    await entries.return(undefined);
  }

  function fromMemory(max: number): Journaled[] {
    const batch = held.slice(0, max);
    held = held.slice(batch.length);
    nextSeq = (batch.at(-1)?.entry.seq ?? nextSeq - 1) + 1;
    return batch;
  }

  function hold(batch: readonly Journaled[], firstSeq: number): void {
    const fresh = batch.filter(({ entry }) => entry.seq >= firstSeq);
    if (held.length + fresh.length <= heldMax) {
      held.push(...fresh);
      return;
    }
    held = [];
    if (pass === null) behind = true;
    else pass.restIsHeld = false;
  }

  return {
    add(batch) {
      if (!behind) hold(batch, nextSeq);
      else if (pass?.restIsHeld) hold(batch, pass.endSeq);
      waker.wake();
    },

    async next(max) {
      // A pass that ends may be followed by another, or by memory.
      for (let state = behind; state; state = behind) {
        const batch = await fromDisk(max);
        if (batch.length > 0) return batch;
      }
      if (held.length === 0) await waker.wait(waitMs);
      return behind ? [] : fromMemory(max);
    },

    rewind(seq) {
      // The generator is at a yield, so it only closes its file.
      void pass?.entries.return(undefined);
      pass = null;
      held = [];
      nextSeq = seq;
      behind = true;
    },

    async [Symbol.asyncDispose]() {
      await pass?.entries.return(undefined);
    },
  };
}
