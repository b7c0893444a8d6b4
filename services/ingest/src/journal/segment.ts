import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { decodeRecord, findCandidate, type JournalRecord, triedBytes } from "./record.ts";

/** One file of the journal, named after the first sequence number it may hold. */
export interface Segment {
  readonly path: string;
  readonly firstSeq: number;
  /** Bytes known to be on disk. */
  bytes: number;
  /** The highest sequence number in it, or 0 for none. */
  lastSeq: number;
  /** The highest number appended to each partition: stored up to there, the file may go. */
  readonly appendedUpTo: Map<number, number>;
}

const chunkBytes = 1 << 20;

export function segmentPath(directory: string, firstSeq: number): string {
  return join(directory, `${String(firstSeq).padStart(15, "0")}.journal`);
}

/** The first sequence number in a segment's file name, or null for another file. */
export function segmentFirstSeq(fileName: string): number | null {
  const match = /^(\d{15})\.journal$/.exec(fileName);
  return match ? Number(match[1]) : null;
}

export function newSegment(directory: string, firstSeq: number): Segment {
  return {
    path: segmentPath(directory, firstSeq),
    firstSeq,
    bytes: 0,
    lastSeq: 0,
    appendedUpTo: new Map(),
  };
}

/** Returns whether all entries of a segment are stored, by the watermark of each partition. */
export function isSegmentStored(
  segment: Segment,
  watermark: (partition: number) => number,
): boolean {
  return [...segment.appendedUpTo].every(([partition, seq]) => seq <= watermark(partition));
}

/** The extent of the records in a segment file, and what else is in it. */
export interface SegmentScan {
  /** The end of the last whole record. */
  bytes: number;
  /** The ranges of bytes, from and to, that are no records. The last one may be a torn write. */
  readonly damage: { readonly from: number; readonly to: number }[];
}

/** Starts that look like a record may be tried up to this many times the bytes of the file. */
const triesPerByte = 8;

/**
 * Reads the records of a segment file up to the offset `end`, a chunk in memory at a time. Skips
 * damaged ranges, and adds them to `scan`.
 */
export async function* readRecords(
  path: string,
  end: number,
  scan: SegmentScan,
): AsyncGenerator<JournalRecord> {
  await using file = await open(path, "r");
  let rest: Buffer = Buffer.alloc(0);
  let restAt = 0;
  let at = 0;
  let damagedFrom = -1;
  let tries = triesPerByte * end;
  let lastSeq = 0;

  for (;;) {
    const decoded = decodeRecord(rest, at);
    if (typeof decoded === "object" && numberOf(decoded.record) > lastSeq) {
      if (damagedFrom >= 0) scan.damage.push({ from: damagedFrom, to: restAt + at });
      damagedFrom = -1;
      at += decoded.bytes;
      scan.bytes = restAt + at;
      if (decoded.record.kind === "entry") lastSeq = decoded.record.entry.seq;
      yield decoded.record;
      continue;
    }
    if (decoded === "incomplete") {
      const readUpTo = restAt + rest.length;
      const chunk = await readChunk(file, readUpTo, Math.min(chunkBytes, end - readUpTo));
      if (chunk.length > 0) {
        restAt += at;
        rest = Buffer.concat([rest.subarray(at), chunk]);
        at = 0;
        continue;
      }
      if (at >= rest.length) break;
    } else if (damagedFrom >= 0) {
      tries -= triedBytes(rest, at);
      if (tries < 0) break;
    }
    if (damagedFrom < 0) damagedFrom = restAt + at;
    at = findCandidate(rest, at + 1);
  }
  if (damagedFrom >= 0) scan.damage.push({ from: damagedFrom, to: end });
}

/** A whole record with a number that came before is from elsewhere: a disk wrote it to a wrong place. */
function numberOf(record: JournalRecord): number {
  return record.kind === "entry" ? record.entry.seq : Number.POSITIVE_INFINITY;
}

async function readChunk(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
