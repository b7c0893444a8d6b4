import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { messageIdPartition, messageIdTimeMs } from "@jetwire/protocol";
import { diskErrorText, type Logger } from "@jetwire/runtime";
import { syncDirectory } from "./durable-file.ts";
import type { HighWater } from "./high-water.ts";
import { JournalFullError } from "./journal-full-error.ts";
import { lockDirectory } from "./lock-directory.ts";
import { type OpenedSegments, openSegments } from "./open-segments.ts";
import { openOwnHighWater, type ReadInstance } from "./other-instance.ts";
import { encodeEntry, encodeProgress, type JournalEntry, type JournalProgress } from "./record.ts";
import {
  isSegmentStored,
  newSegment,
  readRecords,
  type Segment,
  type SegmentScan,
  segmentPath,
} from "./segment.ts";

export interface JournalOptions {
  readonly directory: string;
  /** The size at which a segment is closed and the next one begins. */
  readonly segmentBytes: number;
  /** The size at which entries are refused: Postgres or Redis has been unavailable for too long. */
  readonly bytesMax: number;
  readonly log: Logger;
  /** Default: not known, so that the journal is that of the present instance. */
  readonly readInstance?: ReadInstance;
  /** How long to wait for an earlier process that still has the journal; 10 s by default. */
  readonly lockMsMax?: number;
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
  const highWater = await openOwnHighWater(directory, log, options.readInstance);
  const found = await openSegments(directory, log);
  highWater.recordIdMs(found.idMs);
  const reserved = highWater.atStart;
  const usedUpTo = reserved?.isExact === true ? (reserved.lastSeq ?? reserved.seq) : 0;
  const hasLostEnd = usedUpTo >= found.nextSeq;
  if (hasLostEnd) {
    log.error(
      { missingFrom: found.nextSeq, missingUpTo: usedUpTo },
      "the journal has lost its latest entries, numbering continues above them",
    );
    await highWater.recordLostEnd(true);
  }
  const lostEnd = hasLostEnd || reserved?.lostEnd === true;
  return new Journal(options, { highWater, found, lostEnd, lock: stack.move() });
}

/** The parts of a journal that was opened. */
interface OpenedJournal {
  readonly highWater: HighWater;
  readonly found: OpenedSegments;
  readonly lostEnd: boolean;
  /** Everything that is closed last. */
  readonly lock: AsyncDisposableStack;
}

/**
 * The messages that ingest has accepted and Postgres may not have yet, in append-only segment files.
 * States of an entry: journaled (written and synced) → dispatched (appended to its stream, or dropped
 * by linking) → stored (at or below the watermark in Postgres). A segment is deleted once all of its
 * entries are stored or dropped.
 *
 * States of the files: *complete* (the last write has succeeded) → *torn* (a write has failed, and the newest segment may end
 * with half of it) → *complete* again once it is cut off, at once or before the next write. Closing ends all of them.
 */
export class Journal {
  readonly #options: JournalOptions;
  readonly highWater;
  readonly #lock;
  readonly directory;
  readonly #log;
  readonly #segments;
  readonly #dropped;
  /** The last progress record found when the journal was opened. */
  readonly lastProgress;
  #hasLostEnd;
  #nextSeq;
  #lastSeq;
  /** The number of entries, found when the journal was opened, that were not dispatched. */
  readonly notDispatched;
  #current: { segment: Segment; file: FileHandle } | null = null;
  #tailIsUnknown = false;
  #writeProblem: string | null = null;
  #bytes;
  /** The last number of an entry found when the journal was opened, or the one before its first. */
  readonly lastSeqAtStart;
  /**
   * The number of entries after the last progress record. Their write was torn before its progress
   * record, so they are not in its counts.
   */
  readonly uncounted;

  constructor(options: JournalOptions, { highWater, found, lostEnd, lock }: OpenedJournal) {
    this.#options = options;
    this.highWater = highWater;
    this.#lock = lock;
    this.directory = options.directory;
    this.#log = options.log;
    const { segments, dropped, lastProgress } = found;
    this.#segments = segments;
    this.#dropped = dropped;
    this.lastProgress = lastProgress;
    this.#hasLostEnd = lostEnd;
    this.#nextSeq = Math.max(found.nextSeq, (highWater.atStart?.seq ?? 0) + 1);
    const dispatchedSeq = lastProgress?.dispatchedSeq ?? 0;
    this.#lastSeq = Math.max(dispatchedSeq, found.entries.at(-1)?.seq ?? 0);
    this.notDispatched = found.entries.filter(({ seq }) => seq > dispatchedSeq).length;
    for (const { seq, partition } of found.entries) {
      if (seq <= dispatchedSeq && !dropped.has(seq)) this.#recordOne(seq, partition);
    }
    this.#bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
    this.lastSeqAtStart = found.nextSeq - 1;
    this.uncounted = found.uncounted;
  }

  /** The next sequence number. */
  get nextSeq(): number {
    return this.#nextSeq;
  }

  /** The number of the last entry. Numbers between it and `nextSeq` were reserved and never used. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The reason why the latest write failed; null once a write has succeeded. */
  get writeProblem(): string | null {
    return this.#writeProblem;
  }

  /** Whether entries at the end were lost, as far as is known. */
  get hasLostEnd(): boolean {
    return this.#hasLostEnd;
  }

  /** Notes that entries at the end were lost, for a later start too, until their counts are restored. */
  async recordLostEnd(): Promise<void> {
    this.#hasLostEnd = true;
    await this.highWater.recordLostEnd(true);
  }

  /**
   * Writes entries (ascending, from `nextSeq`) and a progress record with one sync. One call at a
   * time.
   *
   * @throws JournalFullError, or an error of the file system; then nothing was written.
   */
  async append(entries: readonly JournalEntry[], progress: JournalProgress): Promise<void> {
    if (entries.length > 0 && this.#bytes > this.#options.bytesMax)
      throw new JournalFullError(this.#bytes);
    try {
      await this.#write(entries, progress);
      this.#writeProblem = null;
    } catch (error) {
      this.#writeProblem = `the journal ${this.directory} cannot be written: ${diskErrorText(error) ?? String(error)}`;
      throw error;
    }
  }

  /** Reads entries on disk from a sequence number on, without dropped ones, up to the last sync. */
  async *read(fromSeq: number): AsyncGenerator<JournalEntry> {
    for (const segment of this.#inOrder()) {
      // It may have been deleted while earlier ones were read.
      if (segment.lastSeq < fromSeq || !this.#segments.includes(segment)) continue;
      const scan: SegmentScan = { bytes: 0, damage: [] };
      for await (const record of readRecords(segment.path, segment.bytes, scan)) {
        if (record.kind !== "entry" || record.entry.seq < fromSeq) continue;
        if (!this.#dropped.has(record.entry.seq)) yield record.entry;
      }
      if (scan.damage.length > 0) {
        this.#log.error(
          { path: segment.path, damage: scan.damage.slice(0, 10) },
          "journal segment is damaged, its other records were read",
        );
      }
    }
  }

  /** Notes that entries are in their streams, or were before a restart. */
  recordAppended(entries: readonly { readonly seq: number; readonly id: string }[]): void {
    for (const { seq, id } of entries) this.#recordOne(seq, messageIdPartition(id));
  }

  /** Returns the highest sequence number known to have been appended, by partition. */
  appendedUpTo(): Map<number, number> {
    const highest = new Map<number, number>();
    for (const { appendedUpTo } of this.#segments) {
      for (const [partition, seq] of appendedUpTo) {
        highest.set(partition, Math.max(seq, highest.get(partition) ?? 0));
      }
    }
    return highest;
  }

  /** Deletes segments of which all entries are stored, by the watermark of each partition. */
  async cut(dispatchedUpTo: number, watermark: (partition: number) => number): Promise<void> {
    // Oldest first, without gaps: that an entry was dropped is recorded in its own segment or a later
    // one, and the position at which to continue in the newest.
    for (const segment of this.#inOrder().slice(0, -1)) {
      if (segment.lastSeq > dispatchedUpTo || !isSegmentStored(segment, watermark)) return;
      // Removed from the list first, so that no reader opens a file that is about to be deleted.
      this.#segments.splice(this.#segments.indexOf(segment), 1);
      await unlink(segment.path);
      this.#bytes -= segment.bytes;
      for (const seq of this.#dropped) if (seq <= segment.lastSeq) this.#dropped.delete(seq);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#current?.file.close();
      await this.highWater.close(this.#nextSeq - 1, this.#lastSeq);
    } catch (error) {
      this.#log.warn(
        { err: error },
        "the journal was not closed cleanly, its next start will skip numbers",
      );
    } finally {
      await this.#lock.disposeAsync();
    }
  }

  #recordOne(seq: number, partition: number): void {
    const appendedUpTo = this.#segments.findLast(({ firstSeq }) => firstSeq <= seq)?.appendedUpTo;
    // A replay begins at lower numbers, but what was appended once still has to be stored.
    appendedUpTo?.set(partition, Math.max(seq, appendedUpTo.get(partition) ?? 0));
  }

  async #writable(): Promise<{ segment: Segment; file: FileHandle }> {
    if (this.#current !== null && this.#tailIsUnknown) {
      await this.#current.file.truncate(this.#current.segment.bytes);
      this.#tailIsUnknown = false;
    }
    if (this.#current !== null && this.#current.segment.bytes < this.#options.segmentBytes)
      return this.#current;
    const file = await open(segmentPath(this.directory, this.#nextSeq), "a");
    try {
      await syncDirectory(this.directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    const segment = newSegment(this.directory, this.#nextSeq);
    // A segment without entries from an earlier process has the same name and is continued.
    const same = this.#segments.findIndex(({ firstSeq }) => firstSeq === this.#nextSeq);
    if (same >= 0) segment.bytes = this.#segments.splice(same, 1)[0]?.bytes ?? 0;
    this.#segments.push(segment);
    const before = this.#current;
    this.#current = { segment, file };
    await before?.file.close();
    return this.#current;
  }

  async #write(entries: readonly JournalEntry[], progress: JournalProgress): Promise<void> {
    const last = entries.at(-1);
    if (last !== undefined) {
      await this.highWater.reserve(last.seq);
      this.highWater.recordIdMs(messageIdTimeMs(last.id));
    }
    const block = Buffer.concat([...entries.map(encodeEntry), ...encodeProgress(progress)]);
    const { segment, file } = await this.#writable();
    try {
      // Unlike `write`, it continues after a short write, which a nearly full disk causes.
      await file.writeFile(block);
      await file.datasync();
    } catch (error) {
      // Truncated to what is known to be complete, now or before the next write: a half-written
      // block would end the segment.
      this.#tailIsUnknown = true;
      await file.truncate(segment.bytes).catch(() => {});
      throw error;
    }
    segment.bytes += block.length;
    this.#bytes += block.length;
    segment.lastSeq = entries.at(-1)?.seq ?? segment.lastSeq;
    for (const seq of progress.dropped) this.#dropped.add(seq);
    this.#lastSeq = entries.at(-1)?.seq ?? this.#lastSeq;
    this.#nextSeq = Math.max(this.#nextSeq, this.#lastSeq + 1);
  }

  #inOrder(): Segment[] {
    return this.#segments.toSorted((a, b) => a.firstSeq - b.firstSeq);
  }
}
