import type { FeedGap, FeedResumed, Message } from "@jetwire/protocol";
import { messageIdFloor } from "@jetwire/protocol/plain";
import type { ReconnectingConnection } from "../realtime/reconnecting-connection.ts";
import { withDeadline } from "../timing.ts";
import { createPositionSaver, type PositionStore } from "./feed-position.ts";
import {
  createHandlerQueue,
  type FeedFailure,
  type FeedFailureAction,
  type FeedItem,
  type HandlerQueue,
} from "./handler-queue.ts";
import { createRecentIds } from "./recent-ids.ts";

/*
 * The feed's position is the message that was received last, repeated or not and whatever its id: only
 * from that one on does the server know what is missing. Within a process the feed continues after it;
 * the store gets it once everything up to it has been handled.
 */

/** How to handle the messages of the account's own stations, one after the other. */
export interface FeedOptions {
  /**
   * Handles a message. The next one waits until the promise resolves; a rejection means that the
   * message was not handled. A process gets each message once. The next process gets it again if this
   * one ended before the message was handled and the position saved.
   */
  readonly handle: (message: Message) => void | Promise<void>;
  /** Keeps the position between two processes. Without it a process begins with new messages. */
  readonly store?: PositionStore | undefined;
  /** The time to begin at if the store has no position yet. Default: with new messages. */
  readonly since?: Date | undefined;
  /** Called where messages are missing, in order with the messages; the next one waits for it. */
  readonly onGap?: ((gap: FeedGap) => void | Promise<void>) | undefined;
  /** Called when all messages that were missed while disconnected have been handled. */
  readonly onResumed?: ((resumed: FeedResumed) => void | Promise<void>) | undefined;
  /**
   * Decides what to do when a handler fails. Default: `"retry"` four times over some seconds, then
   * `"stop"`, which ends the connection with its position before the message.
   */
  readonly onFailure?: ((failure: FeedFailure) => FeedFailureAction) | undefined;
  /** Called when the store could not save. Saving is repeated later; no message is lost. */
  readonly onSaveFailure?: ((error: unknown) => void) | undefined;
  /** Least time between two saves of the position. Default: 1,000 ms. */
  readonly saveEveryMs?: number | undefined;
  /**
   * Messages that may be pending for the handler. Default: 10,000. With more of them the client
   * disconnects until three quarters are handled; the rest waits at the server.
   */
  readonly pendingMax?: number | undefined;
}

export interface OwnFeed {
  /** Returns the message id to continue after; undefined to begin with new messages. */
  position(): Promise<string | undefined>;
  /** The server has begun to send the feed. */
  started(): void;
  /** @returns whether the message is new. */
  receive(message: Message): boolean;
  gap(gap: FeedGap): void;
  resumed(resumed: FeedResumed): void;
  /** Resolves when the present message is handled, or after 10 s, and the position is saved. */
  stop(): Promise<void>;
}

const attemptsMax = 5;
const stopMsMax = 10_000;
/** How far clocks may differ: a feed without a position begins this much earlier. */
const clockSkewMs = 60_000;

/**
 * Creates the feed. Without options it still continues after every reconnection, and is reported by
 * events only.
 */
export function createOwnFeed(
  options: FeedOptions | undefined,
  connection: Pick<ReconnectingConnection, "pause" | "resume" | "end">,
): OwnFeed {
  const recentIds = createRecentIds();
  const saver =
    options?.store &&
    createPositionSaver(options.store, options.saveEveryMs ?? 1_000, (error) =>
      options.onSaveFailure?.(error),
    );
  const queue =
    options && createQueue(options, connection, (id: string): void => saver?.advance(id));
  let last: string | undefined;
  let isLoaded = false;

  /** Only before the first connection: later the process knows the position better. */
  async function load(): Promise<void> {
    const since = options?.since && messageIdFloor(options.since.getTime());
    const loaded = (await saver?.load()) ?? since;
    last ??= loaded;
    isLoaded = true;
  }

  return {
    async position() {
      if (!isLoaded) await load();
      return last;
    },
    started() {
      // Without a position, messages sent during an outage before the first one would be lost.
      if (last !== undefined) return;
      last = messageIdFloor(Date.now() - clockSkewMs);
      queue?.advance(last);
    },
    receive(message) {
      last = message.id;
      const isNew = recentIds.add(message.id);
      if (isNew) queue?.add({ kind: "message", message });
      else queue?.advance(message.id);
      return isNew;
    },
    gap: (gap) => queue?.add({ kind: "gap", gap }),
    resumed: (resumed) => queue?.add({ kind: "resumed", resumed }),
    async stop() {
      // A handler that never finishes must not block the end.
      if (queue) await withDeadline(queue.stop(), stopMsMax, "the handler").catch(() => {});
      await saver?.flush();
    },
  };
}

function createQueue(
  options: FeedOptions,
  connection: Pick<ReconnectingConnection, "pause" | "resume" | "end">,
  onPosition: (id: string) => void,
): HandlerQueue {
  const { pendingMax = 10_000, onFailure = retryFourTimes } = options;
  return createHandlerQueue({
    pendingMax,
    handle: (item) => handle(options, item),
    onFailure,
    onPosition,
    onFull: () => connection.pause(`${pendingMax} messages are pending for the feed's handler`),
    onDrained: connection.resume,
    onStopped: ({ error }) =>
      connection.end("handler", error instanceof Error ? error.message : "failed"),
  });
}

function handle(options: FeedOptions, item: FeedItem): void | Promise<void> {
  switch (item.kind) {
    case "message":
      return options.handle(item.message);
    case "gap":
      return options.onGap?.(item.gap);
    case "resumed":
      return options.onResumed?.(item.resumed);
  }
}

function retryFourTimes({ attempts }: FeedFailure): FeedFailureAction {
  return attempts < attemptsMax ? "retry" : "stop";
}
