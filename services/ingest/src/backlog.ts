import { createWaker } from "@jetwire/runtime";
import type { Journaled } from "./intake.ts";
import type { Journal } from "./journal/journal.ts";
import type { JournalEntry } from "./journal/record.ts";

/**
 * What is in the journal and not yet settled, in order. States: *live*, entries come from memory as
 * they are journaled; *behind*, there is more than memory may hold, or the process has just
 * started: entries come from disk, and what is journaled meanwhile is left there, until disk has
 * no more.
 */
export interface Backlog {
  /** Takes what was just journaled. */
  add(batch: readonly Journaled[]): void;
  /** The next entries, at most `max`; none when nothing came for a while or when aborted. */
  next(max: number): Promise<readonly Journaled[]>;
  /** Starts over from a sequence number, reading from disk. */
  rewind(fromSeq: number): void;
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
  let disk: AsyncGenerator<JournalEntry> | null = null;
  let behind = true;

  async function fromDisk(max: number): Promise<Journaled[]> {
    disk ??= journal.read(nextSeq);
    const batch: Journaled[] = [];
    while (batch.length < max) {
      const { value, done } = await disk.next();
      if (done) {
        disk = null;
        break;
      }
      nextSeq = value.seq + 1;
      const journaled = read(value);
      if (journaled !== null) batch.push(journaled);
    }
    return batch;
  }

  function fromMemory(max: number): Journaled[] {
    const batch = held.slice(0, max);
    held = held.slice(batch.length);
    nextSeq = (batch.at(-1)?.entry.seq ?? nextSeq - 1) + 1;
    return batch;
  }

  return {
    add(batch) {
      if (!behind && held.length + batch.length > heldMax) {
        behind = true;
        held = [];
      }
      // Some of it may have been read from disk before this was called.
      if (!behind) held.push(...batch.filter(({ entry }) => entry.seq >= nextSeq));
      waker.wake();
    },

    async next(max) {
      if (behind) {
        const end = journal.nextSeq;
        const batch = await fromDisk(max);
        // Entries dropped by linking leave no trace on disk, so its end counts, not the last entry.
        if (disk === null && journal.nextSeq === end) {
          nextSeq = end;
          behind = false;
        }
        if (batch.length > 0) return batch;
      }
      if (held.length === 0) await waker.wait(waitMs);
      return fromMemory(max);
    },

    rewind(seq) {
      disk = null;
      held = [];
      nextSeq = seq;
      behind = true;
    },
  };
}
