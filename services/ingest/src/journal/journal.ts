import { type FileHandle, mkdir, open, readdir, stat, truncate, unlink } from "node:fs/promises";
import { messageIdPartition } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { encodeEntry, encodeOutcome, type JournalEntry, type JournalOutcome } from "./record.ts";
import { newSegment, readRecords, type Segment, segmentFirstSeq, segmentPath } from "./segment.ts";

export interface JournalOptions {
  readonly directory: string;
  /** A segment is closed and the next begun at this size. */
  readonly segmentBytes: number;
  /** The journal refuses more at this size: Postgres or Redis has been away for too long. */
  readonly bytesMax: number;
  readonly log: Logger;
}

/** The journal holds all it may. */
export class JournalFullError extends Error {
  constructor(bytes: number) {
    super(`the journal holds ${bytes} bytes, all it may`);
    this.name = "JournalFullError";
  }
}

/**
 * What ingest has accepted and Postgres may not have yet: append-only segment files. States of an
 * entry: written and synced (accepted) → settled (appended to its stream, or dropped by linking) →
 * stored (below the watermark in Postgres). A segment goes when all it holds is stored or dropped.
 */
export interface Journal extends AsyncDisposable {
  /** The next sequence number to give out. */
  readonly nextSeq: number;
  readonly bytes: number;
  /** The last outcome found when the journal was opened. */
  readonly lastOutcome: JournalOutcome | null;
  /**
   * Writes entries (ascending, from `nextSeq`) and an outcome, and syncs them in one go. One call
   * at a time.
   *
   * @throws JournalFullError, or the file system's error; then nothing of the call is in the journal.
   */
  append(entries: readonly JournalEntry[], outcome: JournalOutcome): Promise<void>;
  /** Entries on disk from a sequence number on, without those dropped; ends at what is synced now. */
  read(fromSeq: number): AsyncGenerator<JournalEntry>;
  /** Notes that entries are in their streams (or were, before a restart). */
  noteAppended(entries: readonly { readonly seq: number; readonly id: string }[]): void;
  /** The highest sequence number known to have been appended to each partition. */
  appendedUpTo(): Map<number, number>;
  /** Removes segments all of whose entries are stored, by the watermark of each partition. */
  cut(settledSeq: number, watermark: (partition: number) => number): Promise<void>;
}

/** Opens the journal, reading what a former process left; a torn end is cut off. */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { directory, log } = options;
  await mkdir(directory, { recursive: true });
  const segments: Segment[] = [];
  const dropped = new Set<number>();
  let lastOutcome: JournalOutcome | null = null;
  let nextSeq = 1;
  const found: { seq: number; id: string }[] = [];

  for (const firstSeq of await segmentsOnDisk(directory)) {
    const segment = newSegment(directory, firstSeq);
    const size = (await stat(segment.path)).size;
    const done = { bytes: 0, broken: false };
    nextSeq = Math.max(nextSeq, firstSeq);
    for await (const record of readRecords(segment.path, 0, size, done)) {
      if (record.kind === "outcome") {
        lastOutcome = record.outcome;
        for (const seq of record.outcome.dropped) dropped.add(seq);
      } else {
        const { seq, id } = record.entry;
        found.push({ seq, id });
        segment.lastSeq = seq;
        nextSeq = seq + 1;
      }
    }
    if (done.broken) {
      log.warn(
        { path: segment.path, at: done.bytes, size },
        "journal segment ends in a torn record",
      );
      await truncate(segment.path, done.bytes);
    }
    segment.bytes = done.bytes;
    segments.push(segment);
  }

  const settledSeq = lastOutcome?.settledSeq ?? 0;
  noteAppended(found.filter(({ seq }) => seq <= settledSeq && !dropped.has(seq)));

  function noteAppended(entries: readonly { readonly seq: number; readonly id: string }[]): void {
    for (const { seq, id } of entries) {
      const segment = segments.findLast(({ firstSeq }) => firstSeq <= seq);
      segment?.appendedUpTo.set(messageIdPartition(id), seq);
    }
  }

  let current: { segment: Segment; file: FileHandle } | null = null;
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);

  async function writable(): Promise<{ segment: Segment; file: FileHandle }> {
    if (current !== null && current.segment.bytes < options.segmentBytes) return current;
    if (current !== null) await current.file.close();
    const segment = newSegment(directory, nextSeq);
    // A segment begun by a former process that held no entry has the same name: it is gone on with.
    const same = segments.findIndex(({ firstSeq }) => firstSeq === nextSeq);
    const file = await open(segmentPath(directory, nextSeq), "a");
    if (same >= 0) segment.bytes = segments.splice(same, 1)[0]?.bytes ?? 0;
    segments.push(segment);
    current = { segment, file };
    await syncDirectory(directory);
    return current;
  }

  function forgetUpTo(lastSeq: number): void {
    const oldestKept = Math.min(...segments.map(({ firstSeq }) => firstSeq));
    for (const seq of dropped) if (seq <= lastSeq && seq < oldestKept) dropped.delete(seq);
  }

  return {
    get nextSeq() {
      return nextSeq;
    },
    get bytes() {
      return bytes;
    },
    lastOutcome,

    async append(entries, outcome) {
      if (entries.length > 0 && bytes > options.bytesMax) throw new JournalFullError(bytes);
      const { segment, file } = await writable();
      const records = [...entries.map(encodeEntry), encodeOutcome(outcome)];
      const block = Buffer.concat(records);
      try {
        await file.write(block);
        await file.datasync();
      } catch (error) {
        // Cut back to what is known to be whole; a half-written block would end the segment.
        await file.truncate(segment.bytes).catch(() => {});
        throw error;
      }
      segment.bytes += block.length;
      bytes += block.length;
      segment.lastSeq = entries.at(-1)?.seq ?? segment.lastSeq;
      for (const seq of outcome.dropped) dropped.add(seq);
      nextSeq = (entries.at(-1)?.seq ?? nextSeq - 1) + 1;
    },

    async *read(fromSeq) {
      for (const segment of segments.toSorted((a, b) => a.firstSeq - b.firstSeq)) {
        if (segment.lastSeq < fromSeq) continue;
        const done = { bytes: 0, broken: false };
        for await (const record of readRecords(segment.path, 0, segment.bytes, done)) {
          if (record.kind !== "entry" || record.entry.seq < fromSeq) continue;
          if (!dropped.has(record.entry.seq)) yield record.entry;
        }
      }
    },

    noteAppended,

    appendedUpTo() {
      const highest = new Map<number, number>();
      for (const { appendedUpTo } of segments) {
        for (const [partition, seq] of appendedUpTo) {
          highest.set(partition, Math.max(seq, highest.get(partition) ?? 0));
        }
      }
      return highest;
    },

    async cut(settledUpTo, watermark) {
      const stored = segments.filter(
        (segment) =>
          segment !== current?.segment &&
          segment.lastSeq <= settledUpTo &&
          isStored(segment, watermark),
      );
      for (const segment of stored) {
        await unlink(segment.path);
        segments.splice(segments.indexOf(segment), 1);
        bytes -= segment.bytes;
        forgetUpTo(segment.lastSeq);
      }
    },

    async [Symbol.asyncDispose]() {
      await current?.file.close();
    },
  };
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
