import { createWaker } from "@jetwire/runtime";
import type { BufferedLine } from "./record.ts";
import { readSegment, type Segment, segmentHeadBytes } from "./segment.ts";

/** Lines of one segment that an output reads together. */
export interface LineBatch {
  /** The id of the segment's series. */
  readonly series: string;
  /** The number of the first line in the series. */
  readonly first: number;
  readonly lines: readonly BufferedLine[];
}

/** Limits what an output leaves in the buffer. */
export interface CursorLimits {
  readonly bytesMax: number;
  readonly msMax: number;
}

/** The lines that an output has not taken yet. */
export interface Waiting {
  readonly lines: number;
  readonly bytes: number;
  /** The time at which the oldest was received, Unix ms; null if nothing waits. */
  readonly oldestMs: number | null;
}

/**
 * The position of an output in the buffer. It moves on when the output has taken lines, or to the next segment
 * when more waits than its limits allow; what it passes then is dropped, and counted.
 */
export class Cursor {
  readonly limits: CursorLimits;
  readonly #segments: readonly Segment[];
  readonly #waker = createWaker();
  #segment: Segment;
  #offset: number;
  /** The number of the next line. */
  #number: number;
  #oldestMs: number | null = null;
  #dropped = 0;
  /** The number of the line that the output takes first; those before it are passed when they are read. */
  readonly #skipTo: number;

  constructor(
    segments: readonly Segment[],
    limits: CursorLimits,
    begin: { readonly segment: Segment; readonly number: number },
  ) {
    this.#segments = segments;
    this.limits = limits;
    this.#segment = begin.segment;
    this.#offset = segmentHeadBytes;
    this.#number = begin.segment.first;
    this.#skipTo = begin.number;
  }

  get number(): number {
    return Math.max(this.#number, this.#skipTo);
  }

  /** The lines that were dropped because too much waited. */
  get dropped(): number {
    return this.#dropped;
  }

  get segment(): Segment {
    return this.#segment;
  }

  get waiting(): Waiting {
    let bytes = -this.#offset;
    let lines = -this.number;
    for (const segment of this.#segments.slice(this.#segments.indexOf(this.#segment))) {
      bytes += segment.bytes - (segment === this.#segment ? 0 : segmentHeadBytes);
      lines = segment.first + segment.lines - this.number;
    }
    const oldestMs = lines <= 0 ? null : (this.#oldestMs ?? this.#segment.newestMs);
    return { lines: Math.max(lines, 0), bytes, oldestMs };
  }

  /** Lets a reader that waits look again. */
  wake(): void {
    this.#waker.wake();
  }

  /** Waits until there may be lines, for at most `ms`. */
  async wait(ms: number): Promise<void> {
    await this.#waker.wait(ms);
  }

  /** Returns the next lines, of one segment; null if there is none. */
  async read(max: { readonly lines: number; readonly bytes: number }): Promise<LineBatch | null> {
    for (;;) {
      const segment = this.#segment;
      const offset = this.#offset;
      // A limit may move the cursor meanwhile, and the segment is deleted then.
      const isMoved = () => segment !== this.#segment || offset !== this.#offset;
      const lines = await readLines(segment, offset, max).catch((error: unknown) => {
        if (isMoved()) return [];
        throw error;
      });
      if (isMoved()) continue;
      if (lines.length === 0 && offset < segment.bytes) this.#dropDamaged();
      const skipped = Math.min(Math.max(this.#skipTo - this.#number, 0), lines.length);
      for (const line of lines.slice(0, skipped)) this.#pass(line);
      const wanted = lines.slice(skipped, skipped + max.lines);
      if (wanted.length > 0) {
        this.#oldestMs = wanted[0]?.receivedAtMs ?? null;
        return { series: segment.series, first: this.#number - segment.first, lines: wanted };
      }
      if (skipped > 0) continue;
      const next = this.#segments[this.#segments.indexOf(segment) + 1];
      if (next === undefined) return null;
      this.#moveTo(next);
    }
  }

  /** Moves behind the first lines of a batch, which the output has taken. */
  push({ series, first, lines }: LineBatch, count: number): void {
    const taken = lines.slice(0, count);
    if (series === this.#segment.series && this.#number === this.#segment.first + first) {
      for (const line of taken) this.#pass(line);
    } else {
      // They were dropped while the output was taking them.
      this.#dropped -= taken.length;
    }
  }

  /** Drops the rest of the segment, if there is another one. Returns how many lines were dropped. */
  dropSegment(): number {
    const next = this.#segments[this.#segments.indexOf(this.#segment) + 1];
    if (next === undefined) return 0;
    const dropped = Math.max(next.first - this.number, 0);
    this.#dropped += dropped;
    this.#moveTo(next);
    return dropped;
  }

  /** Passes records that the disk does not give back. */
  #dropDamaged(): void {
    this.#dropped += Math.max(this.#segment.first + this.#segment.lines - this.number, 0);
    this.#number = this.#segment.first + this.#segment.lines;
    this.#offset = this.#segment.bytes;
  }

  #pass(line: BufferedLine): void {
    this.#offset += line.bytes;
    this.#number++;
    this.#oldestMs = null;
  }

  #moveTo(segment: Segment): void {
    this.#segment = segment;
    this.#offset = segmentHeadBytes;
    this.#number = segment.first;
    this.#oldestMs = null;
  }
}

async function readLines(
  segment: Segment,
  from: number,
  max: { readonly lines: number; readonly bytes: number },
): Promise<BufferedLine[]> {
  return from < segment.bytes ? await readSegment(segment, from, max) : [];
}
