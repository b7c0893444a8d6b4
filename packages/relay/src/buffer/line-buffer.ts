/*
 * The buffer of a relay: one log of lines on disk, in segments, and a position in it for each output. A line is
 * *pending* in memory → *written* to the newest segment, where outputs read it → passed by every output, and its
 * segment is deleted. While something waits for an output, the disk is synced once a second.
 */
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  acquireFileLock,
  createWaker,
  every,
  FileLockedError,
  type Logger,
} from "@jetwire/runtime";
import { Cursor, type CursorLimits } from "./cursor.ts";
import { encodeRecord, type ReceivedLine } from "./record.ts";
import { createSegment, openSegments, type Segment } from "./segment.ts";
import { openStateFile, type OutputNumbers } from "./state-file.ts";

/** Limits what waits in memory for a disk that does not write. */
const pendingBytesMax = 4 * 2 ** 20;
const segmentBytesMax = 2 * 2 ** 20;
const segmentBytesMin = 16 * 2 ** 10;
const segmentMsMax = 3_600_000;
/** The segments that the smallest buffer of an output has room for: a whole one is dropped at a time. */
const segmentsPerBuffer = 8;
const tickMs = 1_000;
const retryMsMax = 2_000;

/** An output, as the buffer knows it. */
export interface BufferedOutput {
  readonly name: string;
  readonly limits: CursorLimits;
}

export type LineBuffer = Awaited<ReturnType<typeof openLineBuffer>>;

/**
 * Opens a directory, and creates it if it is missing. Each output continues where it was; a new one begins at the
 * next line.
 *
 * @throws an error that names the directory if another relay uses it, or it is not writable
 */
export async function openLineBuffer(
  directory: string,
  outputs: readonly BufferedOutput[],
  log: Logger,
) {
  await using stack = new AsyncDisposableStack();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  stack.use(lock(directory));
  const segments = await openSegments(directory, log);
  const state = stack.use(await openStateFile(join(directory, "outputs.json"), log));
  let newest = await createSegment(directory, nextNumber(segments, state.known ?? {}));
  segments.push(newest);
  let file = await open(newest.path, "r+");
  stack.defer(() => file.close());
  const cursors = new Map<string, Cursor>();
  for (const { name, limits } of outputs) {
    const number = state.known === null ? 0 : (state.known[name] ?? newest.first);
    const start = { segment: segmentOf(segments, number), number };
    cursors.set(name, new Cursor(segments, limits, start));
  }
  const segmentMax = segmentLimits(outputs);
  const waker = createWaker();
  let pending: ReceivedLine[] = [];
  let pendingBytes = 0;
  let overflowed = 0;
  /** The lines that were added and those that were written since the opening. */
  const counts = { added: 0, written: 0 };
  let syncWaiters: { readonly added: number; readonly resolve: () => void }[] = [];
  let isUnsynced = false;
  let writeProblem: string | null = null;

  async function beginSegment(): Promise<void> {
    const next = await createSegment(directory, newest.first + newest.lines);
    await file.datasync();
    await file.close();
    file = await open(next.path, "r+");
    newest = next;
    segments.push(next);
  }

  async function writePending(): Promise<void> {
    while (pending.length > 0) {
      if (newest.bytes >= segmentMax.bytes) await beginSegment();
      const records: Buffer[] = [];
      let size = 0;
      for (const line of pending) {
        if (size > 0 && newest.bytes + size >= segmentMax.bytes) break;
        const record = encodeRecord(line);
        records.push(record);
        size += record.length;
      }
      await writeRecords(Buffer.concat(records));
      const written = pending.slice(0, records.length);
      pending = pending.slice(records.length);
      pendingBytes -= written.reduce((sum, { text }) => sum + text.length, 0);
      newest.bytes += size;
      newest.lines += written.length;
      counts.written += written.length;
      newest.newestMs = written.at(-1)?.receivedAtMs ?? newest.newestMs;
      isUnsynced = true;
      await enforceLimits();
      for (const cursor of cursors.values()) cursor.wake();
    }
  }

  /** Syncs the disk for those who wait for lines that are written now. */
  async function syncForWaiters(): Promise<void> {
    const ready = syncWaiters.filter(({ added }) => added <= counts.written);
    if (ready.length === 0) return;
    await file.datasync();
    syncWaiters = syncWaiters.filter((one) => !ready.includes(one));
    for (const { resolve } of ready) resolve();
  }

  /** Writes behind the last record; what a failed attempt has written is overwritten by the next. */
  async function writeRecords(records: Buffer): Promise<void> {
    try {
      for (let at = 0; at < records.length;) {
        const rest = records.length - at;
        at += (await file.write(records, at, rest, newest.bytes + at)).bytesWritten;
      }
      writeProblem = null;
    } catch (error) {
      writeProblem = `the disk of ${directory} takes no lines: ${(error as Error).message}`;
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") await dropOldest();
      throw error;
    }
  }

  /** Makes room on a full disk. */
  async function dropOldest(): Promise<void> {
    const [oldest] = segments;
    for (const [name, cursor] of cursors) {
      if (cursor.segment === oldest) logDropped(name, cursor.dropSegment(), "the disk is full");
    }
    await deletePassed();
  }

  async function enforceLimits(): Promise<void> {
    const nowMs = Date.now();
    for (const [name, cursor] of cursors) {
      const { bytesMax, msMax } = cursor.limits;
      while (cursor.waiting.bytes > bytesMax && cursor.segment !== newest) {
        logDropped(name, cursor.dropSegment(), "its buffer is full");
      }
      while (nowMs - cursor.segment.newestMs > msMax && cursor.segment !== newest) {
        logDropped(name, cursor.dropSegment(), "they are too old");
      }
    }
    await deletePassed();
  }

  function logDropped(output: string, lines: number, reason: string): void {
    if (lines > 0) log.warn({ output, lines, reason }, "dropped the oldest lines of an output");
  }

  async function deletePassed(): Promise<void> {
    const oldest = Math.min(...[...cursors.values()].map(({ segment }) => segment.first));
    for (let [first] = segments; first !== undefined && first.first < oldest; [first] = segments) {
      await rm(first.path, { force: true });
      segments.shift();
    }
  }

  /** Syncs what waits for an output, begins a segment after an hour, and drops what is too old. */
  async function tick(): Promise<void> {
    const isWaitedFor = [...cursors.values()].some(({ waiting }) => waiting.lines > 0);
    if (isUnsynced && isWaitedFor) {
      isUnsynced = false;
      await file.datasync();
    }
    if (newest.lines > 0 && Date.now() - newest.createdMs > segmentMax.ms) await beginSegment();
    await enforceLimits();
    await saveNumbers();
  }

  const nextWait = async (): Promise<void> => waker.wait(tickMs);

  async function saveNumbers(): Promise<void> {
    await state.write(Object.fromEntries([...cursors].map(([name, { number }]) => [name, number])));
  }

  const opened = stack.move();
  return {
    /** The fill of what is pending, 0 to 1. */
    get fill(): number {
      return Math.min(1, pendingBytes / pendingBytesMax);
    },
    /** Lines that were lost because the disk did not take them. */
    get overflowed(): number {
      return overflowed;
    },
    /** The reason why the disk does not take lines; null if it does. */
    get writeProblem(): string | null {
      return writeProblem;
    },
    /** Lines that wait for the disk. */
    get pending(): number {
      return pending.length;
    },
    get bytes(): number {
      return segments.reduce((sum, segment) => sum + segment.bytes, 0);
    },
    /** Returns the position of an output that was named at the opening. */
    cursorOf(name: string): Cursor {
      const cursor = cursors.get(name);
      if (cursor === undefined) throw new Error(`no output is named ${name}`);
      return cursor;
    },
    /** Adds a line. It is lost, and counted, if too many wait for the disk. */
    append(line: ReceivedLine): void {
      if (pendingBytes >= pendingBytesMax) {
        overflowed++;
        return;
      }
      pending.push(line);
      counts.added++;
      pendingBytes += line.text.length;
      waker.wake();
    },
    /** Resolves when the lines that were added so far are on the disk. */
    async synced(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      syncWaiters.push({ added: counts.added, resolve });
      waker.wake();
      await promise;
    },
    saveNumbers,
    /** Writes until the signal aborts, then what is pending. */
    async run(signal: AbortSignal): Promise<void> {
      signal.addEventListener("abort", () => waker.wake(), { once: true });
      let tickedAtMs = 0;
      async function work(): Promise<void> {
        await writePending();
        await syncForWaiters();
        if (Date.now() - tickedAtMs < tickMs) return;
        tickedAtMs = Date.now();
        await tick();
      }
      await every(0, work, {
        signal,
        log,
        task: "write lines to the disk",
        retryMsMax,
        wait: nextWait,
      });
      await writePending()
        .then(syncForWaiters)
        .catch((error: unknown) => {
          log.error({ err: error, lines: pending.length }, "lines were not written to the disk");
        });
    },
    async [Symbol.asyncDispose]() {
      await saveNumbers();
      await file.datasync();
      await opened.disposeAsync();
    },
  };
}

function lock(directory: string): Disposable {
  try {
    return acquireFileLock(join(directory, "lock"));
  } catch (cause) {
    const isUsed = cause instanceof FileLockedError;
    const reason = isUsed ? "is used by another relay" : "is not writable";
    throw new Error(`the directory of the buffer, ${directory}, ${reason}`, { cause });
  }
}

/** Returns the number of the next line. */
function nextNumber(segments: readonly Segment[], numbers: OutputNumbers): number {
  const newest = segments.at(-1);
  const end = newest === undefined ? 0 : newest.first + newest.lines;
  return Math.max(end, ...Object.values(numbers));
}

/** Returns the segment that has a line, or the oldest one. */
function segmentOf(segments: readonly Segment[], number: number): Segment {
  const [oldest] = segments;
  const found = segments.findLast(({ first }) => first <= number) ?? oldest;
  if (found === undefined) throw new Error("the buffer has no segment");
  return found;
}

function segmentLimits(outputs: readonly BufferedOutput[]): {
  readonly bytes: number;
  readonly ms: number;
} {
  const share = Math.min(...outputs.map(({ limits }) => limits.bytesMax)) / segmentsPerBuffer;
  const age = Math.min(...outputs.map(({ limits }) => limits.msMax)) / segmentsPerBuffer;
  return {
    bytes: Math.min(Math.max(Math.floor(share), segmentBytesMin), segmentBytesMax),
    ms: Math.min(age, segmentMsMax),
  };
}
