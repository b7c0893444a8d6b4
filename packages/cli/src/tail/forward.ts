import type { Message } from "@jetwire/protocol";
import { CliError } from "../cli-error.ts";

/** Posts messages to an address, one after another, as somebody tries who writes a receiver. */
export interface Forwarder {
  /** Queues a message; the oldest that waits is dropped when there are too many. */
  push(message: Message): void;
  /** Resolves when the queue is empty, or after some seconds. */
  stop(): Promise<void>;
  readonly posted: number;
  readonly failed: number;
  readonly dropped: number;
}

const queueMax = 1_000;
const requestMsMax = 5_000;
const stopMsMax = 5_000;

/** @param print called with a sentence about each answer that is no success */
export function createForwarder(url: URL, print: (text: string) => void): Forwarder {
  const queue: Message[] = [];
  let running: Promise<void> | null = null;
  const counts = { posted: 0, failed: 0, dropped: 0 };

  async function post(message: Message): Promise<void> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-message-id": message.id },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(requestMsMax),
        redirect: "error",
      });
      await response.body?.cancel();
      if (response.ok) counts.posted++;
      else fail(message, `status ${response.status}`);
    } catch (error) {
      fail(message, error instanceof Error ? causeOf(error) : "failed");
    }
  }

  function fail({ id }: Message, why: string): void {
    counts.failed++;
    print(`${url.href} did not take ${id}: ${why}`);
  }

  async function run(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await post(next);
    running = null;
  }

  return {
    push(message) {
      queue.push(message);
      if (queue.length > queueMax) {
        queue.shift();
        counts.dropped++;
      }
      running ??= run();
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, stopMsMax).unref());
      await Promise.race([running ?? Promise.resolve(), late]);
    },
    get posted() {
      return counts.posted;
    },
    get failed() {
      return counts.failed;
    },
    get dropped() {
      return counts.dropped;
    },
  };
}

/** Reads the address of a receiver. @throws CliError */
export function readForwardAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && ["http:", "https:"].includes(url.protocol)) return url;
  throw new CliError("usage", "--forward-to must be an address like http://127.0.0.1:3000/hook");
}

function causeOf({ message, cause }: Error): string {
  return cause instanceof Error ? cause.message : message;
}
