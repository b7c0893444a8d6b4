import { type FileHandle, mkdir, open, readdir, stat, truncate, unlink } from "node:fs/promises";
import { messageIdPartition } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { encodeEntry, encodeProgress, type JournalEntry, type JournalProgress } from "./record.ts";
import { newSegment, readRecords, type Segment, segmentFirstSeq, segmentPath } from "./segment.ts";

export interface JournalOptions {
  readonly directory: string;
  /** The size at which a segment is closed and the next one begins. */
  readonly segmentBytes: number;
  /** The size at which entries are refused: Postgres or Redis has been unavailable for too long. */
  readonly bytesMax: number;
  readonly log: Logger;
}

/** The journal has reached its size limit. */
export class JournalFullError extends Error {
  constructor(bytes: number) {
    super(`the journal is full: it has ${bytes} bytes`);
    this.name = "JournalFullError";
  }
}

/**
 * The messages that ingest has accepted and Postgres may not have yet, in append-only segment files.
 * States of an entry: journaled (written and synced) → dispatched (appended to its stream, or dropped
 * by linking) → stored (at or below the watermark in Postgres). A segment is deleted once all of its
 * entries are stored or dropped.
 */
export interface Journal extends AsyncDisposable {
  /** The next sequence number. */
  readonly nextSeq: number;
  readonly bytes: number;
  /** The last progress record found when the journal was opened. */
  readonly lastProgress: JournalProgress | null;
  /**
   * The number of entries after the last progress record. Their write was torn before its progress
   * record, so they are not in its counts.
   */
  readonly uncounted: number;
  /**
   * Writes entries (ascending, from `nextSeq`) and a progress record with one sync. One call at a
   * time.
   *
   * @throws JournalFullError, or an error of the file system; then nothing was written.
   */
  append(entries: readonly JournalEntry[], progress: JournalProgress): Promise<void>;
  /** Reads entries on disk from a sequence number on, without dropped ones, up to the last sync. */
  read(fromSeq: number): AsyncGenerator<JournalEntry>;
  /** Notes that entries are in their streams, or were before a restart. */
  noteAppended(entries: readonly { readonly seq: number; readonly id: string }[]): void;
  /** Returns the highest sequence number known to have been appended, by partition. */
  appendedUpTo(): Map<number, number>;
  /** Deletes segments of which all entries are stored, by the watermark of each partition. */
  cut(dispatchedSeq: number, watermark: (partition: number) => number): Promise<void>;
}

/** Opens the journal, reading all segments. A torn end is cut off. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { directory, log } = options;
  await mkdir(directory, { recursive: true });
  const segments: Segment[] = [];
  const dropped = new Set<number>();
  let lastProgress: JournalProgress | null = null;
  let nextSeq = 1;
  let uncounted = 0;
  const found: { seq: number; partition: number }[] = [];

  for (const firstSeq of await segmentsOnDisk(directory)) {
    const segment = newSegment(directory, firstSeq);
    const size = (await stat(segment.path)).size;
    const done = { bytes: 0, broken: false };
    nextSeq = Math.max(nextSeq, firstSeq);
    for await (const record of readRecords(segment.path, 0, size, done)) {
      if (record.kind === "progress") {
        lastProgress = record.progress;
        uncounted = 0;
        for (const seq of record.progress.dropped) dropped.add(seq);
      } else {
        const { seq, id } = record.entry;
        found.push({ seq, partition: messageIdPartition(id) });
        uncounted++;
        segment.lastSeq = seq;
        nextSeq = seq + 1;
      }
    }
    if (done.broken) {
      log.warn(
        { path: segment.path, at: done.bytes, size },
        "journal segment ends in a torn record, cutting it off",
      );
      await truncate(segment.path, done.bytes);
    }
    segment.bytes = done.bytes;
    segments.push(segment);
  }

  const dispatchedSeq = lastProgress?.dispatchedSeq ?? 0;
  for (const { seq, partition } of found) {
    if (seq <= dispatchedSeq && !dropped.has(seq)) noteOne(seq, partition);
  }

  function noteOne(seq: number, partition: number): void {
    const appendedUpTo = segments.findLast(({ firstSeq }) => firstSeq <= seq)?.appendedUpTo;
    // A replay begins at lower numbers, but what was appended once still has to be stored.
    appendedUpTo?.set(partition, Math.max(seq, appendedUpTo.get(partition) ?? 0));
  }

  let current: { segment: Segment; file: FileHandle } | null = null;
  let tailIsUnknown = false;
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);

  async function writable(): Promise<{ segment: Segment; file: FileHandle }> {
    if (current !== null && tailIsUnknown) {
      await current.file.truncate(current.segment.bytes);
      tailIsUnknown = false;
    }
    if (current !== null && current.segment.bytes < options.segmentBytes) return current;
    const file = await open(segmentPath(directory, nextSeq), "a");
    try {
      await syncDirectory(directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    const segment = newSegment(directory, nextSeq);
    // A segment without entries from an earlier process has the same name and is continued.
    const same = segments.findIndex(({ firstSeq }) => firstSeq === nextSeq);
    if (same >= 0) segment.bytes = segments.splice(same, 1)[0]?.bytes ?? 0;
    segments.push(segment);
    const before = current;
    current = { segment, file };
    await before?.file.close();
    return current;
  }

  return {
    get nextSeq() {
      return nextSeq;
    },
    get bytes() {
      return bytes;
    },
    lastProgress,
    uncounted,

    async append(entries, progress) {
      if (entries.length > 0 && bytes > options.bytesMax) throw new JournalFullError(bytes);
      const block = Buffer.concat([...entries.map(encodeEntry), ...encodeProgress(progress)]);
      const { segment, file } = await writable();
      try {
        // Unlike `write`, it continues after a short write, which a nearly full disk causes.
        await file.writeFile(block);
        await file.datasync();
      } catch (error) {
        // Truncated to what is known to be complete, now or before the next write: a half-written
        // block would end the segment.
        tailIsUnknown = true;
        await file.truncate(segment.bytes).catch(() => {});
        throw error;
      }
      segment.bytes += block.length;
      bytes += block.length;
      segment.lastSeq = entries.at(-1)?.seq ?? segment.lastSeq;
      for (const seq of progress.dropped) dropped.add(seq);
      nextSeq = (entries.at(-1)?.seq ?? nextSeq - 1) + 1;
    },

    async *read(fromSeq) {
      for (const segment of inOrder()) {
        // It may have been deleted while earlier ones were read.
        if (segment.lastSeq < fromSeq || !segments.includes(segment)) continue;
        const done = { bytes: 0, broken: false };
        for await (const record of readRecords(segment.path, 0, segment.bytes, done)) {
          if (record.kind !== "entry" || record.entry.seq < fromSeq) continue;
          if (!dropped.has(record.entry.seq)) yield record.entry;
        }
      }
    },

    noteAppended(entries) {
      for (const { seq, id } of entries) noteOne(seq, messageIdPartition(id));
    },

    appendedUpTo() {
      const highest = new Map<number, number>();
      for (const { appendedUpTo } of segments) {
        for (const [partition, seq] of appendedUpTo) {
          highest.set(partition, Math.max(seq, highest.get(partition) ?? 0));
        }
      }
      return highest;
    },

    async cut(dispatchedUpTo, watermark) {
      // Oldest first, without gaps: that an entry was dropped is recorded in its own segment or a later
      // one, and the position at which to continue in the newest.
      for (const segment of inOrder().slice(0, -1)) {
        if (segment.lastSeq > dispatchedUpTo || !isStored(segment, watermark)) return;
        // Removed from the list first, so that no reader opens a file that is about to be deleted.
        segments.splice(segments.indexOf(segment), 1);
        await unlink(segment.path);
        bytes -= segment.bytes;
        for (const seq of dropped) if (seq <= segment.lastSeq) dropped.delete(seq);
      }
    },

    async [Symbol.asyncDispose]() {
      await current?.file.close();
    },
  };

  function inOrder(): Segment[] {
    return segments.toSorted((a, b) => a.firstSeq - b.firstSeq);
  }
}

function isStored(segment: Segment, watermark: (partition: number) => number): boolean {
  return [...segment.appendedUpTo].every(([partition, seq]) => seq <= watermark(partition));
}

async function segmentsOnDisk(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names
    .map(segmentFirstSeq)
    .filter((firstSeq) => firstSeq !== null)
    .toSorted((a, b) => a - b);
}

async function syncDirectory(directory: string): Promise<void> {
  await using handle = await open(directory, "r");
  await handle.sync();
}
