import { every, type Logger, pause } from "@jetwire/runtime";
import { withoutStationKeys } from "@jetwire/protocol";
import type { Cursor, LineBatch } from "../buffer/cursor.ts";
import type { BufferedLine } from "../buffer/record.ts";
import { createRate } from "../inputs/rate.ts";
import type { OutputSender, SendResult, SentBatch, SentLine } from "./output-sender.ts";

/** The address, the position and the sender of an output. */
export interface OutputSource {
  readonly name: string;
  /** The address, without secrets. */
  readonly to: string;
  /** The names of the inputs whose lines it gets; null for all. */
  readonly from: ReadonlySet<string> | null;
  /** Whether station keys in idents are for this receiver. */
  readonly getsKeys: boolean;
  readonly cursor: Cursor;
  readonly sender: OutputSender;
  readonly saveNumbers: () => Promise<void>;
}

export type Output = ReturnType<typeof createOutput>;

const waitMs = 1_000;
const retryMsMax = 15_000;

/** Creates an output: a loop that reads its own position in the buffer, so that no output waits for another one. */
export function createOutput(source: OutputSource, log: Logger) {
  const { name, to, from, cursor, sender } = source;
  const rate = createRate();
  const refused: Record<string, number> = {};
  let taken = 0;
  let repeated = 0;
  let bytes = 0;
  let lastTakenAtMs: number | null = null;
  let problem: { readonly sinceMs: number; readonly text: string } | null = null;

  /** Reads a batch; waits for more lines if there are few. */
  async function nextBatch(signal: AbortSignal): Promise<LineBatch | null> {
    let read = await cursor.read(sender.batchMax);
    if (read === null) return null;
    if (read.lines.length < sender.batchMax.lines && sender.lingerMs > 0) {
      await pause(sender.lingerMs, signal);
      read = (await cursor.read(sender.batchMax)) ?? read;
    }
    return read;
  }

  function forReceiver({ input, receivedAtMs, text }: BufferedLine): SentLine | null {
    if (from?.has(input) === false) return null;
    return { receivedAtMs, text: source.getsKeys ? text : withoutStationKeys(text) };
  }

  /** Sends a batch, and moves on behind what the receiver took. Returns whether there was one. */
  async function sendNext(signal: AbortSignal, sending: AbortSignal): Promise<boolean> {
    const read = await nextBatch(signal);
    if (read === null) return false;
    const batch = { ...read, lines: read.lines.map(forReceiver) };
    const isWanted = batch.lines.some((line) => line !== null);
    const all = { taken: batch.lines.length };
    const result = isWanted ? await sender.send(batch, sending) : all;
    cursor.push(read, result.taken);
    record(batch, result);
    await source.saveNumbers();
    if (batch.lines.length === sender.batchMax.lines) await pause(sender.paceMs ?? 0, signal);
    return true;
  }

  function record(batch: SentBatch, result: SendResult): void {
    const lines = batch.lines.slice(0, result.taken).filter((line) => line !== null).length;
    for (const [reason, count] of Object.entries(result.refused ?? {})) {
      refused[reason] = (refused[reason] ?? 0) + count;
    }
    taken += lines;
    repeated += result.repeated ?? 0;
    bytes += result.bytes ?? 0;
    for (let line = 0; line < lines; line++) rate.add();
    problem = null;
    if (lines > 0) lastTakenAtMs = Date.now();
  }

  async function sendOrWait(signal: AbortSignal, sending: AbortSignal): Promise<void> {
    try {
      if (!(await sendNext(signal, sending))) await cursor.wait(waitMs);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      problem = { sinceMs: problem?.sinceMs ?? Date.now(), text };
      throw error;
    }
  }

  return {
    name,
    to,
    /**
     * Sends until the signal aborts, then what waits for as long as the receiver takes it.
     *
     * @param sending aborts what is being sent, some time after `signal`
     */
    async run(signal: AbortSignal, sending: AbortSignal): Promise<void> {
      signal.addEventListener("abort", () => cursor.wake(), { once: true });
      const task = `send lines to ${name}`;
      const work = () => sendOrWait(signal, sending);
      await every(0, work, { signal, log, task, retryMsMax, wait: async () => {} });
      try {
        while (!sending.aborted && (await sendNext(signal, sending)));
      } catch {
        // It stays in the buffer.
      }
    },
    /** The counts since the start. */
    get state() {
      const { lines, bytes: waitingBytes, oldestMs } = cursor.waiting;
      return {
        taken,
        repeated,
        refused,
        dropped: cursor.dropped,
        bytes,
        perMinute: rate.perMinute,
        lastTakenAtMs,
        waiting: { lines, bytes: waitingBytes, oldestMs },
        problem,
      };
    },
  };
}
