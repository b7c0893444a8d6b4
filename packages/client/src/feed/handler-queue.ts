import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { sleep } from "../timing.ts";

/** An item of the feed, in the server's order. */
export type FeedItem =
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "gap"; readonly gap: FeedGap }
  | { readonly kind: "resumed"; readonly resumed: FeedResumed };

/** A handler has failed. */
export interface FeedFailure {
  readonly error: unknown;
  readonly item: FeedItem;
  /** How often the item was tried so far. */
  readonly attempts: number;
}

/** `"retry"` the item after a pause, `"skip"` it, or `"stop"` and end the connection. */
export type FeedFailureAction = "retry" | "skip" | "stop";

export interface HandlerQueueOptions {
  /** Items that may be pending before `onFull` is called. */
  readonly pendingMax: number;
  handle(item: FeedItem): void | Promise<void>;
  onFailure(failure: FeedFailure): FeedFailureAction;
  /** The feed has been handled, or skipped, up to this message id. */
  onPosition(id: string): void;
  onFull(): void;
  /** Called after `onFull`, when three quarters of the items are handled. */
  onDrained(): void;
  /** An item failed for good. Neither it nor the items after it will be handled. */
  onStopped(failure: FeedFailure): void;
}

/** Handles one item after the other, each when the promise of the one before has resolved. */
export interface HandlerQueue {
  add(item: FeedItem): void;
  /** Moves the position to this id once the items that are pending now are handled. */
  advance(id: string): void;
  /** Handles nothing more. Resolves when the item that is being handled is done. */
  stop(): Promise<void>;
}

interface PendingItem {
  readonly item: FeedItem;
  /** The feed's position once this item is handled; null if it does not change. */
  position: string | null;
}

const retryMsFirst = 500;
const retryMsMax = 30_000;

export function createHandlerQueue(options: HandlerQueueOptions): HandlerQueue {
  const { pendingMax } = options;
  const pending: PendingItem[] = [];
  const stopping = new AbortController();
  let current: PendingItem | null = null;
  let running: Promise<void> | null = null;
  let isFull = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      current = pending.shift() ?? null;
      if (current === null) return;
      if (!(await tryToHandle(current.item))) return;
      if (current.position !== null) options.onPosition(current.position);
      // A quarter is left, so that there is work while the rest is fetched.
      if (isFull && pending.length <= pendingMax / 4) {
        isFull = false;
        options.onDrained();
      }
    }
  }

  /** @returns false if the item was not handled and the queue has stopped. */
  async function tryToHandle(item: FeedItem): Promise<boolean> {
    for (let attempts = 1; ; attempts++) {
      try {
        await options.handle(item);
        return true;
      } catch (error) {
        if (stopping.signal.aborted) return false;
        const failure = { error, item, attempts };
        const action = options.onFailure(failure);
        if (action === "skip") return true;
        if (action === "stop") {
          stopping.abort();
          options.onStopped(failure);
          return false;
        }
        const retryMs = Math.min(retryMsMax, retryMsFirst * 2 ** (attempts - 1));
        await sleep(retryMs, stopping.signal).catch(() => {});
        if (stopping.signal.aborted) return false;
      }
    }
  }

  function start(): void {
    running ??= run().finally(() => {
      running = null;
      current = null;
      if (pending.length > 0 && !stopping.signal.aborted) start();
    });
  }

  return {
    add(item) {
      if (stopping.signal.aborted) return;
      pending.push({ item, position: item.kind === "message" ? item.message.id : null });
      start();
      if (pending.length < pendingMax || isFull) return;
      isFull = true;
      options.onFull();
    },
    advance(id) {
      const last = pending.at(-1) ?? current;
      if (last !== null) last.position = id;
      else if (!stopping.signal.aborted) options.onPosition(id);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
