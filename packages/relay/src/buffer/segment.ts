import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "@jetwire/runtime";
import { type BufferedLine, decodeRecord, recordBytesMax } from "./record.ts";

/**
 * A file of the buffer, named after the number of its first line. It begins with the id of its series: 16 random
 * bytes, under which ingest remembers the lines. A file is never continued by another process, so a number that was
 * used for a line that a disk lost is not used again.
 */
export interface Segment {
  readonly path: string;
  readonly series: string;
  /** The number of its first line. */
  readonly first: number;
  readonly createdMs: number;
  /** The lines that are written. */
  lines: number;
  /** The bytes that are written, with the id of the series. */
  bytes: number;
  /** The time at which its latest line was received, Unix ms. */
  newestMs: number;
}

/** The offset of the first record of a file. */
export const segmentHeadBytes = 16;

const seriesOf = (head: Buffer): string => head.toString("base64url", 0, segmentHeadBytes);

export async function createSegment(directory: string, first: number): Promise<Segment> {
  const path = join(directory, `${String(first).padStart(15, "0")}.lines`);
  const head = randomBytes(segmentHeadBytes);
  await using file = await open(path, "wx", 0o600);
  await file.write(head);
  const nowMs = Date.now();
  return {
    path,
    series: seriesOf(head),
    first,
    createdMs: nowMs,
    lines: 0,
    bytes: segmentHeadBytes,
    newestMs: nowMs,
  };
}

/** Opens the segments of a directory that have lines, in order, and cuts off what was not written to its end. */
export async function openSegments(directory: string, log: Logger): Promise<Segment[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{15}\.lines$/.test(name));
  const segments: Segment[] = [];
  for (const name of names.toSorted()) {
    const path = join(directory, name);
    const bytes = await readFile(path);
    let lines = 0;
    let end = segmentHeadBytes;
    let newestMs = 0;
    // They are not kept: a segment's lines take several times as much memory as its file.
    for (const line of linesIn(bytes, segmentHeadBytes)) {
      lines++;
      end += line.bytes;
      newestMs = line.receivedAtMs;
    }
    if (bytes.length > end) {
      log.warn(
        { path, bytes: bytes.length - end },
        "the end of a file of the buffer is not readable",
      );
      await truncate(path, end);
    }
    if (lines === 0) {
      await rm(path);
      continue;
    }
    segments.push({
      path,
      series: seriesOf(bytes),
      first: Number(name.slice(0, 15)),
      createdMs: newestMs,
      lines,
      bytes: end,
      newestMs,
    });
  }
  return segments;
}

/**
 * Reads lines of a segment.
 *
 * @param from where the first record begins
 * @param max how much is read; one record at least
 */
export async function readSegment(
  segment: Segment,
  from: number,
  max: { readonly lines: number; readonly bytes: number },
): Promise<BufferedLine[]> {
  await using file = await open(segment.path, "r");
  const wanted = Math.min(max.bytes, segment.bytes - from);
  const lines = [...linesIn(await readBytes(file, from, wanted), 0).take(max.lines)];
  if (lines.length > 0 || wanted === segment.bytes - from) return lines;
  const longer = Math.min(recordBytesMax, segment.bytes - from);
  return [...linesIn(await readBytes(file, from, longer), 0).take(1)];
}

async function readBytes(
  file: Awaited<ReturnType<typeof open>>,
  from: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, from);
  return buffer.subarray(0, bytesRead);
}

function* linesIn(bytes: Buffer, from: number): Generator<BufferedLine> {
  for (let at = from; ;) {
    const line = decodeRecord(bytes, at);
    if (line === null) return;
    yield line;
    at += line.bytes;
  }
}
