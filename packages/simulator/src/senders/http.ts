import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { backOffMs, pause } from "@jetwire/runtime";
import { joinLines } from "./lines.ts";
import { SendQueue } from "./send-queue.ts";
import { DRAIN_MS } from "./sender.ts";
import type { Delivered, Sender } from "./sender.ts";

export interface HttpSenderOptions {
  readonly queueMax?: number;
  readonly gzip?: boolean;
  /** How often a batch is posted in all before it is given up. */
  readonly attemptsMax?: number;
  readonly timeoutMs?: number;
  /** The first wait between attempts when the answer names none. */
  readonly backOffMinMs?: number;
}

const BATCH = { items: 500, bytes: 256 * 1024 };
/** How long lines gather before they are posted together. */
const LINGER_MS = 40;
const BACK_OFF_MAX_MS = 10_000;
const RETRY_AFTER_MAX_MS = 30_000;
const gzipped = promisify(gzip);

/** Posts newline-delimited JSON, a batch at a time; one that is told to wait waits, and tries again. */
export function createHttpSender(url: string, options: HttpSenderOptions = {}): Sender {
  const queue = new SendQueue(options.queueMax ?? 10_000);
  const delivered: Delivered = { sent: 0, failed: 0 };
  const { attemptsMax = 8, timeoutMs = 10_000, backOffMinMs = 200 } = options;

  /** When it has to be over, once it is told to stop; what is under way then is given up. */
  let stopByMs = Infinity;
  const giveUp = new AbortController();

  function drain(): void {
    stopByMs = performance.now() + DRAIN_MS;
    setTimeout(() => giveUp.abort(), DRAIN_MS).unref();
  }

  async function run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) drain();
    else signal.addEventListener("abort", drain, { once: true });
    while (!signal.aborted) {
      await queue.filled(signal);
      if (queue.length < BATCH.items) await pause(LINGER_MS, signal);
      await postNext(signal);
    }
    while (queue.length > 0 && performance.now() < stopByMs) await postNext(signal);
    delivered.failed += queue.take({ items: Infinity, bytes: Infinity }).length;
  }

  async function postNext(signal: AbortSignal): Promise<void> {
    const batch = queue.take(BATCH);
    if (batch.length === 0) return;
    const accepted = await deliver(joinLines(batch), signal);
    delivered[accepted ? "sent" : "failed"] += batch.length;
  }

  async function deliver(lines: Buffer, signal: AbortSignal): Promise<boolean> {
    const body = options.gzip === true ? await gzipped(lines) : lines;
    for (let attempt = 1; attempt <= attemptsMax; attempt++) {
      const until = AbortSignal.any([AbortSignal.timeout(timeoutMs), giveUp.signal]);
      const answer = await post(url, body, options.gzip === true, until);
      if (answer.verdict !== "later") return answer.verdict === "accepted";
      if (attempt === attemptsMax) return false;
      const waitMs = answer.afterMs ?? backOffMs(attempt, backOffMinMs, BACK_OFF_MAX_MS);
      // Told to stop, it asks once more at once, and then waits only as long as is left.
      if (performance.now() + waitMs > stopByMs) return false;
      await (signal.aborted ? pause(waitMs) : pause(waitMs, signal));
    }
    return false;
  }

  return {
    get counters() {
      return { offered: queue.offered, refused: queue.refused, ...delivered };
    },
    offer: (bytes) => queue.offer(bytes),
    room: (signal) => queue.room(signal),
    run,
  };
}

type Answer =
  | { readonly verdict: "accepted" | "rejected" }
  | { readonly verdict: "later"; readonly afterMs: number | null };

async function post(
  url: string,
  body: Buffer,
  isGzipped: boolean,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/x-ndjson",
        ...(isGzipped ? { "content-encoding": "gzip" } : {}),
      },
      signal,
    });
    await response.body?.cancel();
    if (response.ok) return { verdict: "accepted" };
    if (response.status !== 429 && response.status !== 503) return { verdict: "rejected" };
    return { verdict: "later", afterMs: retryAfterMs(response.headers.get("retry-after")) };
  } catch {
    // Not reached, or no answer in time: posting again is safe, the same lines are known.
    return { verdict: "later", afterMs: null };
  }
}

/** Whole seconds or an HTTP date; null when there is neither. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}
