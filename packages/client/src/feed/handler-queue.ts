import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { wait } from "../rest/retry.ts";

/** What the feed brings, in its order. */
export type FeedItem =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "gap"; readonly gap: FeedGap }
  | { readonly kind: "resumed"; readonly resumed: FeedResumed };

export interface FeedFailure {
  readonly error: unknown;
  /** What could not be handled. */
  readonly item: FeedItem;
  /** How often it was tried. */
  readonly tries: number;
}

export interface HandlingSteps {
  handle(item: FeedItem): void | Promise<void>;
  failed(failure: FeedFailure): FeedFailureAnswer;
  /** Everything up to this id has been handled, or skipped. */
  reached(id: string): void;
  /** Too much waits; it doesn't any more. */
  full(): void;
  emptied(): void;
  /** Something could not be handled, and nothing after it will be. */
  stopped(failure: FeedFailure): void;
}

/** To try it again after a pause, to leave it out, or to end the connection. */
export type FeedFailureAnswer = "again" | "skip" | "stop";

/** Hands out one item after the other, and waits for each to be taken. */
export interface Handling {
  add(item: FeedItem): void;
  /** A message came that had come before: once all before it is handled, this is the place. */
  passed(id: string): void;
  /** Takes no more and resolves when what is in hand has been taken, or its next try is due. */
  stop(): Promise<void>;
}

interface Waiting {
  readonly item: FeedItem;
  /** Where the feed is once this is handled; null when that says nothing new. */
  reaches: string | null;
}

const firstPauseMs = 500;
const lastPauseMs = 30_000;

/** @param waitingMax items; more than so many wait at the server */
export function createHandling(waitingMax: number, steps: HandlingSteps): Handling {
  const waiting: Waiting[] = [];
  const stopping = new AbortController();
  let inHand: Waiting | null = null;
  let working: Promise<void> | null = null;
  let isFull = false;

  async function work(): Promise<void> {
    for (;;) {
      if (stopping.signal.aborted) return;
      inHand = waiting.shift() ?? null;
      if (inHand === null) return;
      if (!(await handled(inHand.item))) return;
      if (inHand.reaches !== null) steps.reached(inHand.reaches);
      // A quarter is left, so that there is work while the rest is fetched.
      if (isFull && waiting.length <= waitingMax / 4) {
        isFull = false;
        steps.emptied();
      }
    }
  }

  /** False when it wasn't, and nothing more is to be. */
  async function handled(item: FeedItem): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        await steps.handle(item);
        return true;
      } catch (error) {
        if (stopping.signal.aborted) return false;
        const failure = { error, item, tries };
        const answer = steps.failed(failure);
        if (answer === "skip") return true;
        if (answer === "stop") {
          stopping.abort();
          steps.stopped(failure);
          return false;
        }
        await pause(tries);
        if (stopping.signal.aborted) return false;
      }
    }
  }

  async function pause(tries: number): Promise<void> {
    const ms = Math.min(lastPauseMs, firstPauseMs * 2 ** (tries - 1));
    await wait(ms, stopping.signal).catch(() => {});
  }

  function start(): void {
    working ??= work().finally(() => {
      working = null;
      inHand = null;
      if (waiting.length > 0 && !stopping.signal.aborted) start();
    });
  }

  return {
    add(item) {
      if (stopping.signal.aborted) return;
      waiting.push({ item, reaches: item.kind === "message" ? item.message.id : null });
      start();
      if (waiting.length < waitingMax || isFull) return;
      isFull = true;
      steps.full();
    },
    passed(id) {
      const last = waiting.at(-1) ?? inHand;
      if (last !== null) last.reaches = id;
      else if (!stopping.signal.aborted) steps.reached(id);
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
