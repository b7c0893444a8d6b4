import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { messageIdPartition, messageIdTimeMs } from "@jetwire/protocol";
import { diskErrorText, type Logger } from "@jetwire/runtime";
import { syncDirectory } from "./durable-file.ts";
import { type HighWater, openHighWater } from "./high-water.ts";
import { lockDirectory } from "./lock-directory.ts";
import { openSegments } from "./open-segments.ts";
import { encodeEntry, encodeProgress, type JournalEntry, type JournalProgress } from "./record.ts";
import { newSegment, readRecords, type Segment, type SegmentScan, segmentPath } from "./segment.ts";

export interface JournalOptions {
  readonly directory: string;
  /** The size at which a segment is closed and the next one begins. */
  readonly segmentBytes: number;
  /** The size at which entries are refused: Postgres or Redis has been unavailable for too long. */
  readonly bytesMax: number;
  readonly log: Logger;
  /** How long to wait for an earlier process that still has the journal; 10 s by default. */
  readonly lockMsMax?: number;
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
  readonly directory: string;
  /** The next sequence number. */
  readonly nextSeq: number;
  /** The number of the last entry. Numbers between it and `nextSeq` were reserved and never used. */
  readonly lastSeq: number;
  readonly bytes: number;
  /** The reason why the latest write failed; null once a write has succeeded. */
  readonly writeProblem: string | null;
  /** The last progress record found when the journal was opened. */
  readonly lastProgress: JournalProgress | null;
  /**
   * The number of entries after the last progress record. Their write was torn before its progress
   * record, so they are not in its counts.
   */
  readonly uncounted: number;
  /** The number of entries, found when the journal was opened, that were not dispatched. */
  readonly notDispatched: number;
  /** Whether entries at the end were lost, as far as is known. */
  readonly hasLostEnd: boolean;
  /** Notes that entries at the end were lost, for a later start too, until their counts are restored. */
  noteLostEnd(): Promise<void>;
  /** The last number of an entry found when the journal was opened, or the one before its first. */
  readonly lastSeqAtStart: number;
  readonly highWater: HighWater;
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

/**
 * Opens the journal, which belongs to this process until it is disposed of, and reads all segments.
 *
 * @throws JournalInUseError, or an error of the file system if the directory cannot be written.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { directory, log } = options;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await using stack = new AsyncDisposableStack();
  stack.use(await lockDirectory(directory, options.lockMsMax));
  const highWater = await openHighWater(directory, log);
  const found = await openSegments(directory, log);
  const { segments, dropped, lastProgress } = found;
  highWater.noteIdMs(found.idMs);
  const reserved = highWater.atStart;
  const usedUpTo = reserved?.isExact === true ? (reserved.lastSeq ?? reserved.seq) : 0;
  let hasLostEnd = usedUpTo >= found.nextSeq;
  if (hasLostEnd) {
    log.error(
      { missingFrom: found.nextSeq, missingUpTo: usedUpTo },
      "the journal has lost its latest entries, numbering continues above them",
    );
    await highWater.noteLostEnd(true);
  }
  hasLostEnd ||= reserved?.lostEnd === true;
  let nextSeq = Math.max(found.nextSeq, (reserved?.seq ?? 0) + 1);
  const dispatchedSeq = lastProgress?.dispatchedSeq ?? 0;
  let lastSeq = Math.max(dispatchedSeq, found.entries.at(-1)?.seq ?? 0);
  for (const { seq, partition } of found.entries) {
    if (seq <= dispatchedSeq && !dropped.has(seq)) noteOne(seq, partition);
  }

  function noteOne(seq: number, partition: number): void {
    const appendedUpTo = segments.findLast(({ firstSeq }) => firstSeq <= seq)?.appendedUpTo;
    // A replay begins at lower numbers, but what was appended once still has to be stored.
    appendedUpTo?.set(partition, Math.max(seq, appendedUpTo.get(partition) ?? 0));
  }

  let current: { segment: Segment; file: FileHandle } | null = null;
  let tailIsUnknown = false;
  let writeProblem: string | null = null;
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

  async function write(entries: readonly JournalEntry[], progress: JournalProgress): Promise<void> {
    const last = entries.at(-1);
    if (last !== undefined) {
      await highWater.reserve(last.seq);
      highWater.noteIdMs(messageIdTimeMs(last.id));
    }
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
    lastSeq = entries.at(-1)?.seq ?? lastSeq;
    nextSeq = Math.max(nextSeq, lastSeq + 1);
  }

  const lock = stack.move();
  return {
    directory,
    get nextSeq() {
      return nextSeq;
    },
    get lastSeq() {
      return lastSeq;
    },
    get bytes() {
      return bytes;
    },
    get writeProblem() {
      return writeProblem;
    },
    lastProgress,
    lastSeqAtStart: found.nextSeq - 1,
    uncounted: found.uncounted,
    notDispatched: found.entries.filter(({ seq }) => seq > dispatchedSeq).length,
    get hasLostEnd() {
      return hasLostEnd;
    },
    async noteLostEnd() {
      hasLostEnd = true;
      await highWater.noteLostEnd(true);
    },
    highWater,

    async append(entries, progress) {
      if (entries.length > 0 && bytes > options.bytesMax) throw new JournalFullError(bytes);
      try {
        await write(entries, progress);
        writeProblem = null;
      } catch (error) {
        writeProblem = `the journal ${directory} cannot be written: ${diskErrorText(error) ?? String(error)}`;
        throw error;
      }
    },

    async *read(fromSeq) {
      for (const segment of inOrder()) {
        // It may have been deleted while earlier ones were read.
        if (segment.lastSeq < fromSeq || !segments.includes(segment)) continue;
        const scan: SegmentScan = { bytes: 0, damage: [] };
        for await (const record of readRecords(segment.path, segment.bytes, scan)) {
          if (record.kind !== "entry" || record.entry.seq < fromSeq) continue;
          if (!dropped.has(record.entry.seq)) yield record.entry;
        }
        if (scan.damage.length > 0) {
          log.error(
            { path: segment.path, damage: scan.damage.slice(0, 10) },
            "journal segment is damaged, its other records were read",
          );
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
      try {
        await current?.file.close();
        await highWater.close(nextSeq - 1, lastSeq);
      } catch (error) {
        log.warn(
          { err: error },
          "the journal was not closed cleanly, its next start will skip numbers",
        );
      } finally {
        await lock.disposeAsync();
      }
    },
  };

  function inOrder(): Segment[] {
    return segments.toSorted((a, b) => a.firstSeq - b.firstSeq);
  }
}

function isStored(segment: Segment, watermark: (partition: number) => number): boolean {
  return [...segment.appendedUpTo].every(([partition, seq]) => seq <= watermark(partition));
}
