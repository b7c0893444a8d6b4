/*
 * Connecting, sending, waiting: a failure leads to waiting, which grows with each failure in a row
 * and leads back to connecting. After the abort, what is connected sends the rest of the queue
 * for as long as `drainMsMax`; what is not connected gives up at once.
 */
import { backOffMs, pause } from "@jetwire/runtime";
import type { FeedTarget } from "./feed-target.ts";
import type { SenderOptions } from "./line-sender.ts";
import { openLineSender } from "./open-line-sender.ts";
import { SendQueue } from "./send-queue.ts";

/** Counts of lines. When a feeder has stopped, offered = sent + refused + failed. */
export interface FeedCounters {
  readonly offered: number;
  /** Lines that the kernel took (UDP, TCP) or that ingest answered for (HTTP). */
  readonly sent: number;
  /** Not queued, because the queue was full. */
  readonly refused: number;
  /** Queued and not sent. Lines that a broken connection had not confirmed count here, even if they arrived. */
  readonly failed: number;
}

/** Sends lines to one target in the background. Its queue is bounded, so a slow target costs no memory. */
export interface QueuedFeeder {
  readonly counters: FeedCounters;
  /** Queues one line; false if the queue is full. */
  offer(line: Buffer): boolean;
  /** Resolves when the queue has space, or on abort. */
  waitForSpace(signal: AbortSignal): Promise<void>;
  /** Sends until aborted, then empties the queue for at most two seconds. Never rejects. */
  run(signal: AbortSignal): Promise<void>;
}

const drainMsMax = 2_000;
const backOffMsMin = 100;
const backOffMsMax = 10_000;

export function createFeeder(
  target: FeedTarget,
  options: SenderOptions & { readonly queueMax?: number } = {},
): QueuedFeeder {
  const sender = openLineSender(target, options);
  const queue = new SendQueue(options.queueMax ?? 10_000);
  let sent = 0;
  let failed = 0;

  async function run(signal: AbortSignal): Promise<void> {
    using drain = drainDeadline(signal);
    let failures = 0;
    while (!signal.aborted || (queue.length > 0 && !drain.signal.aborted)) {
      await queue.waitForLines(signal);
      if (sender.lingerMs > 0 && queue.length < sender.batchMax.lines) {
        await pause(sender.lingerMs, signal);
      }
      const isConnected = await sender.connect(signal).then(
        () => true,
        () => false,
      );
      if (!isConnected && signal.aborted) break;
      if (isConnected && (await sendNext(drain.signal))) failures = 0;
      else await pause(backOffMs(++failures, backOffMsMin, backOffMsMax), signal);
    }
    await sender.finish(drain.signal).catch(() => {});
    await sender[Symbol.asyncDispose]();
    failed += queue.consume({ lines: Infinity, bytes: Infinity }).length;
  }

  async function sendNext(signal: AbortSignal): Promise<boolean> {
    const batch = queue.consume(sender.batchMax);
    if (batch.length === 0) return true;
    try {
      const result = await sender.send(batch, signal);
      sent += result.sent;
      failed += batch.length - result.sent;
      return true;
    } catch {
      failed += batch.length;
      return false;
    }
  }

  return {
    get counters() {
      return { offered: queue.offered, sent, refused: queue.refused, failed };
    },
    offer: (line) => queue.offer(line),
    waitForSpace: (signal) => queue.waitForSpace(signal),
    run,
  };
}

/** Aborts `drainMsMax` after `signal`. */
function drainDeadline(signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const deadline = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  function begin(): void {
    timer = setTimeout(() => deadline.abort(), drainMsMax);
  }
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  return {
    signal: deadline.signal,
    [Symbol.dispose]() {
      signal.removeEventListener("abort", begin);
      clearTimeout(timer);
    },
  };
}
