import { type FeedGap, type FeedResumed, type Message, messageIdFloor } from "@jetwire/protocol";
import {
  createHandling,
  type FeedFailure,
  type FeedFailureAnswer,
  type FeedItem,
  type Handling,
} from "./handler-queue.ts";
import { inTime } from "../realtime/timeouts.ts";
import { keepPosition, type PositionKeeper, type PositionStore } from "./feed-position.ts";
import { createRecentIds } from "./recent-ids.ts";

/*
 * The place in the feed is the message that was received last, repeated or not, whatever its id: only
 * after that one the server knows what is missing. Within a process the feed goes on after it; the
 * store gets it once everything up to it has been handled.
 */

/** What to do with the messages of the account's own stations, one after the other. */
export interface FeedOptions {
  /**
   * Takes a message. The next one waits until the promise resolves; rejecting means that it wasn't
   * taken. Each message comes once in the life of a process, and again in the next one if that process
   * ended before it was handled and the place saved.
   */
  readonly handle: (message: Message) => void | Promise<void>;
  /** Keeps the place between two processes; without it a process begins with what comes then. */
  readonly store?: PositionStore | undefined;
  /** Where to begin when the store has no place yet; with what comes then, unless told. */
  readonly since?: Date | undefined;
  /** Messages are missing here: comes in its place among them, and the next one waits as well. */
  readonly onGap?: ((gap: FeedGap) => void | Promise<void>) | undefined;
  /** What was missed has been handled. */
  readonly onResumed?: ((resumed: FeedResumed) => void | Promise<void>) | undefined;
  /**
   * Something could not be handled. Unless told it is tried five times, over some seconds, and then the
   * connection ends: nothing is left out, and the next process begins with it.
   */
  readonly onFailure?: ((failure: FeedFailure) => FeedFailureAnswer) | undefined;
  /** The store could not save; it is asked again later, and nothing is lost meanwhile. */
  readonly onSaveFailure?: ((error: unknown) => void) | undefined;
  /** The place is saved this often at most; 1 s unless told. */
  readonly saveEveryMs?: number | undefined;
  /**
   * Messages that may wait for the handler; 10,000 unless told. With more the connection is given up
   * until three quarters have been handled: the rest waits at the server.
   */
  readonly waitingMax?: number | undefined;
}

export interface OwnFeed {
  /** After which message the feed is to go on; undefined for what comes from now on. */
  place(): Promise<string | undefined>;
  /** The feed has begun. */
  began(): void;
  /** @returns whether the message is new. */
  take(message: Message): boolean;
  gap(gap: FeedGap): void;
  resumed(resumed: FeedResumed): void;
  /** Resolves when the message in hand has been handled, or takes too long, and the place is saved. */
  stop(): Promise<void>;
}

export interface FeedSteps {
  /** Nothing is to come for a while; it may again. */
  full(waiting: number): void;
  emptied(): void;
  /** It can't go on. */
  stopped(failure: FeedFailure): void;
}

const triesMax = 5;
const saveEveryMsUnlessTold = 1_000;
const waitingMaxUnlessTold = 10_000;
const stopMsMax = 10_000;
/** What clocks may differ by; a feed that begins anew may begin so much too early. */
const clocksDifferMs = 60_000;

/** @param options without them the feed is kept whole over reconnections, and told by events alone */
export function createOwnFeed(options: FeedOptions | undefined, steps: FeedSteps): OwnFeed {
  const recent = createRecentIds();
  const position = options?.store ? positionOf(options, options.store) : null;
  const handling = options ? handlingOf(options, position, steps) : null;
  let last: string | undefined;
  let isLoaded = false;

  /** Only the first time: later the process knows better. */
  async function load(): Promise<void> {
    const { since } = options ?? {};
    const begin = since && messageIdFloor(since.getTime());
    const loaded = (await position?.load()) ?? begin;
    last ??= loaded;
    isLoaded = true;
  }

  return {
    async place() {
      if (!isLoaded) await load();
      return last;
    },
    began() {
      // Else what comes while the connection is down would be lost as long as nothing has come.
      if (last !== undefined) return;
      last = messageIdFloor(Date.now() - clocksDifferMs);
      handling?.passed(last);
    },
    take(message) {
      last = message.id;
      if (!recent.add(message.id)) {
        handling?.passed(message.id);
        return false;
      }
      handling?.add({ kind: "message", message });
      return true;
    },
    gap: (gap) => handling?.add({ kind: "gap", gap }),
    resumed: (resumed) => handling?.add({ kind: "resumed", resumed }),
    async stop() {
      // A handler that never comes to an end holds up nobody for good.
      if (handling) await inTime(handling.stop(), stopMsMax, "the handler").catch(() => {});
      await position?.flush();
    },
  };
}

function positionOf(options: FeedOptions, store: PositionStore): PositionKeeper {
  const { saveEveryMs = saveEveryMsUnlessTold, onSaveFailure } = options;
  return keepPosition({ store, saveEveryMs, saveFailed: (error) => onSaveFailure?.(error) });
}

function handlingOf(
  options: FeedOptions,
  position: PositionKeeper | null,
  steps: FeedSteps,
): Handling {
  const { waitingMax = waitingMaxUnlessTold, onFailure = tryAFewTimes } = options;
  return createHandling(waitingMax, {
    handle: (item) => handlerOf(options, item),
    failed: onFailure,
    reached: (id) => position?.reached(id),
    full: () => steps.full(waitingMax),
    emptied: steps.emptied,
    stopped: steps.stopped,
  });
}

function handlerOf(options: FeedOptions, item: FeedItem): void | Promise<void> {
  switch (item.kind) {
    case "message":
      return options.handle(item.message);
    case "gap":
      return options.onGap?.(item.gap);
    case "resumed":
      return options.onResumed?.(item.resumed);
  }
}

function tryAFewTimes({ tries }: FeedFailure): FeedFailureAnswer {
  return tries < triesMax ? "again" : "stop";
}
