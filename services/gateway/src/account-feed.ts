import { serverEvent } from "@jetwire/protocol";
import {
  type FeedEntry,
  type FeedPosition,
  feedStart,
  followsDirectly,
  isAfter,
} from "@jetwire/redis";
import { eventFrames } from "./frames.ts";
import { cutOff, frameOptions, type Wire } from "./wire.ts";

/*
 * A reader is one connection at its position in its account's feed log:
 *
 *   waiting   joined, told nothing yet
 *   idle      everything it was handed has left for the network; gets more when the log is longer
 *   busy      a batch is on its way; nothing more is read for it until it has left
 *
 * So a slow connection keeps its place in the log instead of a queue in memory, and live and
 * catch-up are the same thing: an idle reader whose position lies before the log's end. Readers at
 * the same position share one read and one encoding.
 */
interface Reader {
  readonly wire: Wire;
  position: FeedPosition;
  state: "waiting" | "idle" | "busy";
  /** When the batch on its way was handed over. */
  busySinceMs: number;
}

/** A connection's place in a feed. */
export interface FeedPlace {
  /** From now on the connection gets what comes after its position. */
  begin(): void;
  leave(): void;
}

export interface AccountFeed {
  readonly size: number;
  join(wire: Wire, position: FeedPosition): FeedPlace;
  /** The log's end is here now, as announced. */
  grew(end: FeedPosition): void;
  /** Looks for growth that was not announced and for connections that don't read. */
  check(): Promise<void>;
}

export interface AccountFeedSteps {
  read(after: FeedPosition, countMax: number): Promise<FeedEntry[]>;
  tail(): Promise<FeedPosition>;
  /** Monotonic, ms. */
  now(): number;
  written(messages: number): void;
  /** Entries between a reader's position and what was read next were no longer in the log. */
  missed(): void;
  cut(): void;
  failed(error: unknown): void;
}

const batchMax = 100;
const unreadMsMax = 20_000;

export function createAccountFeed(steps: AccountFeedSteps): AccountFeed {
  const readers = new Set<Reader>();
  let end: FeedPosition = feedStart;
  let pumping = false;

  /** Hands out until every idle reader is at the end; one read at a time. */
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      for (let from = positionBehind(); from !== null; from = positionBehind()) {
        const target = end;
        handOut(from, target, await steps.read(from, batchMax));
      }
    } catch (error) {
      // The next announcement or check tries again.
      steps.failed(error);
    } finally {
      pumping = false;
    }
  }

  function positionBehind(): FeedPosition | null {
    for (const reader of readers) {
      if (reader.state === "idle" && isAfter(end, reader.position)) return reader.position;
    }
    return null;
  }

  function handOut(from: FeedPosition, target: FeedPosition, entries: readonly FeedEntry[]): void {
    const there = [...readers].filter(
      (reader) => reader.state === "idle" && reader.position === from,
    );
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) {
      steps.missed();
      for (const reader of there) reader.position = target;
      return;
    }
    if (!followsDirectly(from, first.position)) steps.missed();
    advance(last.position);
    const payloads = entries.map((entry) => entry.messageJson);
    const options = frameOptions(eventFrames(serverEvent.feedMessage, payloads));
    for (const reader of there) {
      reader.position = last.position;
      reader.state = "busy";
      reader.busySinceMs = steps.now();
      reader.wire.write("", options, () => becomeIdle(reader));
    }
    steps.written(there.length * entries.length);
  }

  function becomeIdle(reader: Reader): void {
    reader.state = "idle";
    void pump();
  }

  /** An answer may be older than an announcement that overtook it: the end never goes back. */
  function advance(position: FeedPosition): void {
    if (isAfter(position, end)) end = position;
  }

  function cutUnread(): void {
    for (const { state, busySinceMs, wire } of readers) {
      if (state !== "busy" || steps.now() - busySinceMs < unreadMsMax) continue;
      steps.cut();
      cutOff(wire);
    }
  }

  return {
    get size() {
      return readers.size;
    },
    join(wire, position) {
      const reader: Reader = { wire, position, state: "waiting", busySinceMs: 0 };
      readers.add(reader);
      return {
        begin: () => becomeIdle(reader),
        leave: () => void readers.delete(reader),
      };
    },
    grew(position) {
      advance(position);
      void pump();
    },
    async check() {
      cutUnread();
      try {
        advance(await steps.tail());
      } catch (error) {
        steps.failed(error);
        return;
      }
      await pump();
    },
  };
}
