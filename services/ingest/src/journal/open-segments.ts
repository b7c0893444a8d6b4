import { readdir, stat, truncate } from "node:fs/promises";
import { messageIdPartition, messageIdTimeMs } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import type { JournalProgress } from "./record.ts";
import {
  newSegment,
  readRecords,
  type Segment,
  segmentFirstSeq,
  type SegmentScan,
} from "./segment.ts";
import { setAside } from "./set-aside.ts";

/** An entry on disk. */
interface FoundEntry {
  readonly seq: number;
  readonly partition: number;
}

/** The content of the segments of a journal directory. */
export type OpenedSegments = Awaited<ReturnType<typeof openSegments>>;

/** Reads all segments. Cuts off a torn end, and replaces damaged segments by their good records. */
export async function openSegments(directory: string, log: Logger) {
  const segments: Segment[] = [];
  const dropped = new Set<number>();
  const entries: FoundEntry[] = [];
  let lastProgress: JournalProgress | null = null;
  let [nextSeq, uncounted, idMs] = [1, 0, 0];

  const firstSeqs = await segmentsOnDisk(directory);
  for (const firstSeq of firstSeqs) {
    const segment = newSegment(directory, firstSeq);
    const size = (await stat(segment.path)).size;
    const scan: SegmentScan = { bytes: 0, damage: [] };
    nextSeq = Math.max(nextSeq, firstSeq);
    for await (const record of readRecords(segment.path, size, scan)) {
      if (record.kind === "progress") {
        lastProgress = record.progress;
        uncounted = 0;
        for (const seq of record.progress.dropped) dropped.add(seq);
      } else {
        const { seq, id } = record.entry;
        entries.push({ seq, partition: messageIdPartition(id) });
        idMs = Math.max(idMs, messageIdTimeMs(id));
        uncounted++;
        segment.lastSeq = seq;
        nextSeq = Math.max(nextSeq, seq + 1);
      }
    }
    segment.bytes = await withoutDamage(segment, scan, {
      directory,
      isLast: firstSeq === firstSeqs.at(-1),
      log,
    });
    segments.push(segment);
  }
  return {
    segments /** The entries that linking dropped. */,
    dropped,
    entries,
    lastProgress /** The number of entries after the last progress record. */,
    uncounted /** The first number above all that the segments may have. */,
    nextSeq /** The latest time of an entry's id, Unix ms, or 0. */,
    idMs,
  };
}

/** Removes from a segment file what is no record. Returns its new size. */
async function withoutDamage(
  { path }: Segment,
  scan: SegmentScan,
  { directory, isLast, log }: { directory: string; isLast: boolean; log: Logger },
): Promise<number> {
  const { damage, bytes } = scan;
  const [first] = damage;
  if (first === undefined) return bytes;
  if (isLast && first.from >= bytes) {
    log.warn({ path, at: bytes }, "journal segment ends in a torn record, cutting it off");
    await truncate(path, bytes);
    return bytes;
  }
  log.error({ path, damage: damage.slice(0, 10) }, "journal segment is damaged, setting it aside");
  return await setAside(directory, path, scan);
}

async function segmentsOnDisk(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names
    .map(segmentFirstSeq)
    .filter((firstSeq) => firstSeq !== null)
    .toSorted((a, b) => a - b);
}
