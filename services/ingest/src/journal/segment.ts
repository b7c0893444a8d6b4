import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { decodeRecord, type JournalRecord } from "./record.ts";

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

/**
 * The records of a segment file from a byte offset, a chunk in memory at a time, up to `end`.
 * Ends early at a broken or torn record; `done.bytes` is where the last whole record ended.
 */
export async function* readRecords(
  path: string,
  from: number,
  end: number,
  done: { bytes: number; broken: boolean },
): AsyncGenerator<JournalRecord> {
  await using file = await open(path, "r");
  done.bytes = from;
  let rest: Buffer = Buffer.alloc(0);
  let fileAt = from;
  for (;;) {
    let at = 0;
    for (;;) {
      const decoded = decodeRecord(rest, at);
      if (decoded === "broken") {
        done.broken = true;
        return;
      }
      if (decoded === "incomplete") break;
      at += decoded.bytes;
      done.bytes += decoded.bytes;
      yield decoded.record;
    }
    const chunk = await readChunk(file, fileAt, Math.min(chunkBytes, end - fileAt));
    if (chunk.length === 0) {
      done.broken = rest.length > at;
      return;
    }
    fileAt += chunk.length;
    rest = at < rest.length ? Buffer.concat([rest.subarray(at), chunk]) : chunk;
  }
}

async function readChunk(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0);
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
