import {
  type FeedGap,
  type FeedResumed,
  type Message,
  serverEvent,
  type Whole,
} from "@jetwire/protocol";
import { type FeedCursor, type FeedEntry, type FeedPosition, isAfter } from "@jetwire/redis";
import {
  cutOff,
  type EngineConnection,
  frameOptions,
  type FrameOptions,
} from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { FeedStart } from "./feed-start.ts";
import { createSentIds } from "./sent-ids.ts";

/*
 * A feed reader is one connection and its cursor in its account's feed log. Its states:
 *
 *   joining     subscribed, but the client has not been answered yet
 *   idle        everything that it was handed has left for the network; it gets more once the log
 *               is longer than its cursor
 *   writing     a batch is on its way to the network; nothing more is read for it meanwhile
 *   replaying   its cursor is unknown or was lost: it gets what it missed from Postgres, page by
 *               page, and continues in the log at the cutover
 *   closed      its connection has ended
 *
 *   joining ──start──► idle ──deliver──► writing ──written──► idle
 *                      idle ──replay───► replaying ──done, or failed──► idle
 *
 * A slow connection therefore keeps a cursor in the log instead of a queue in memory, and live
 * delivery and catching up are the same: an idle reader whose cursor lies before the log's end.
 */
type State = "joining" | "idle" | "writing" | "replaying" | "closed";

/** Receives what a feed sends to one connection. */
export interface FeedSink {
  readonly connection: EngineConnection;
  /** Whether the client also wants the wholes that messages complete. */
  readonly wantsWholes: boolean;
  resumed(payload: FeedResumed): void;
  gap(payload: FeedGap): void;
}

/** A replay from Postgres of what follows a message. */
export interface Replay {
  /** Null when the client gave no valid message id. */
  readonly afterId: string | null;
  /** Whether `send` expects the wholes that the messages of a page completed. */
  readonly wantsWholes: boolean;
  /** Sends a page, each whole after the message that completed it. Resolves once it has left for the network; to false when the reader is closed. */
  send(page: readonly Message[], wholes: ReadonlyMap<string, Whole>): Promise<boolean>;
}

export interface ReplayResult {
  /** The cursor at which the reader continues in the log. */
  readonly cutover: FeedCursor;
  /** Null when everything was sent. */
  readonly gap: Pick<FeedGap, "oldest"> | null;
}

export type FeedReader = ReturnType<typeof createFeedReader>;

export interface FeedReaderOptions {
  readonly metrics: FeedMetrics;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Called whenever the reader becomes idle; never rejects. */
  readonly onIdle: () => Promise<void>;
}

/** The catching up of a client that resumes. */
interface Resume {
  /** Its end in the log; null when it ends with the replay from Postgres. */
  readonly end: FeedPosition | null;
  /** The account's stations now: messages of stations that it no longer owns are not replayed. */
  owned: ReadonlySet<number>;
  replayed: number;
}

const unreadMsMax = 20_000;

export function createFeedReader(
  sink: FeedSink,
  start: FeedStart,
  { metrics, now, onIdle }: FeedReaderOptions,
) {
  let state: State = "joining";
  let cursor = start.from === "postgres" ? null : start.cursor;
  /** True if the log may have more than it was handed. */
  let isBehind = true;
  /** The message that the client received last. */
  let lastId = start.from === "live" ? null : start.afterId;
  /** The message after which a replay would begin; null when that is unknown. */
  let replayAfterId = start.from === "live" ? start.joinedId : start.afterId;
  let resume: Resume | null = resumeOf(start);
  let writingSinceMs: number | null = null;
  const sent = createSentIds(now);
  /** Whether the log was lost meanwhile, so that it may have again what this connection got. */
  let lostCursor = false;
  /** Ends the wait for a page to be written. */
  let abandonPage: (() => void) | null = null;

  const isClosed = () => state === "closed";

  /** Writes frames with these messages, of which there is at least one. */
  function write(frames: FrameOptions, ids: readonly string[], written: () => void): void {
    writingSinceMs = now();
    for (const id of ids) sent.add(id);
    const newestId = ids.at(-1) ?? "";
    const count = ids.length;
    lastId = newestId;
    replayAfterId = newestId;
    if (resume) resume.replayed += count;
    metrics.messages.inc(count);
    sink.connection.write("", frames, () => {
      writingSinceMs = null;
      written();
    });
  }

  function becomeIdle(): void {
    if (isClosed()) return;
    state = "idle";
    if (resume?.end && cursor && !isAfter(resume.end, cursor.position)) endResume("log", true);
    void onIdle();
  }

  function endResume(source: "log" | "postgres", recovered: boolean): void {
    if (resume === null) return;
    const { replayed } = resume;
    resume = null;
    if (recovered) {
      metrics.resumed.inc({ source });
      metrics.replayed.inc({ source }, replayed);
    }
    sink.resumed({ recovered, replayed });
  }

  function sendPage(
    page: readonly Message[],
    wholes: ReadonlyMap<string, Whole>,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const missed = page.filter(({ id }) => !sent.has(id));
      if (isClosed() || missed.length === 0) {
        resolve(!isClosed());
        return;
      }
      abandonPage = () => resolve(false);
      const payloads = missed.map((message) => {
        const whole = wholes.get(message.id);
        return {
          messageJson: Buffer.from(JSON.stringify(message)),
          wholeJson: Buffer.from(whole === undefined ? "" : JSON.stringify(whole)),
        };
      });
      const ids = missed.map(({ id }) => id);
      write(framesWithWholes(payloads), ids, () => resolve(!isClosed()));
    });
  }

  return {
    /** Null while a replay from Postgres has to come first. */
    get cursor(): FeedCursor | null {
      return cursor;
    },
    /** True if it is idle and the log may have more for it. */
    get isWaiting(): boolean {
      return state === "idle" && isBehind;
    },
    isIdleAt: ({ position, tag }: FeedCursor): boolean =>
      state === "idle" && cursor?.position === position && cursor.tag === tag,
    /** The client has been answered. @param owned the account's stations, read after subscribing */
    start(owned: ReadonlySet<number>): void {
      if (resume) resume.owned = owned;
      becomeIdle();
    },
    /** Notes that the log may have more than the reader was handed, and where it ends if known. */
    noteGrowth(end?: FeedPosition): void {
      // An announcement may arrive after the entry that it announces was read.
      isBehind ||= end === undefined || cursor === null || isAfter(end, cursor.position);
    },
    /** Notes that it is being handed everything there is. */
    noteRead: (): void => void (isBehind = false),
    /**
     * Writes the entries that follow its cursor.
     *
     * @param frames the encoding of all entries, made when first needed and shared by readers
     */
    deliver(entries: readonly FeedEntry[], frames: () => FrameOptions): void {
      const missed = resume === null ? entries : missedEntries(entries, resume);
      if (missed.length < entries.length) isBehind = true;
      cursor = missed.at(-1) ?? cursor;
      const ofOwn = resume === null ? missed : ownEntries(missed, resume);
      const own = lostCursor ? ofOwn.filter(({ messageId }) => !sent.has(messageId)) : ofOwn;
      if (own.length === 0) {
        becomeIdle();
        return;
      }
      state = "writing";
      const hasWholes = sink.wantsWholes && own.some(({ wholeJson }) => wholeJson.length > 0);
      const shared = () => (own === entries ? frames() : entryFrames(own));
      const encoded = hasWholes ? framesWithWholes(own) : shared();
      const ids = own.map(({ messageId }) => messageId);
      write(encoded, ids, becomeIdle);
    },
    /** Notes that its cursor is not in the log any more. */
    loseCursor(): void {
      metrics.lostPositions.inc();
      lostCursor = true;
      cursor = null;
      isBehind = true;
    },
    /** Replays what it missed, then continues at the cutover. @throws what `run` throws. */
    async replay(run: (replay: Replay) => Promise<ReplayResult>): Promise<void> {
      state = "replaying";
      isBehind = false;
      try {
        const { wantsWholes } = sink;
        const { cutover, gap } = await run({
          afterId: replayAfterId,
          wantsWholes,
          send: sendPage,
        });
        if (isClosed()) return;
        cursor = cutover;
        endResume("postgres", gap === null);
        if (gap) sink.gap({ after: lastId, oldest: gap.oldest });
        isBehind = true;
      } finally {
        becomeIdle();
      }
    },
    /** Cuts off its connection if a write has been pending for too long. */
    cutIfUnread(): void {
      if (writingSinceMs === null || now() - writingSinceMs < unreadMsMax) return;
      metrics.cut.inc();
      cutOff(sink.connection);
    },
    close(): void {
      state = "closed";
      abandonPage?.();
    },
  };
}

function resumeOf(start: FeedStart): Resume | null {
  if (start.from === "live") return null;
  return { end: start.from === "log" ? start.end : null, owned: new Set(), replayed: 0 };
}

/** Returns the entries up to the end of what the client missed. */
function missedEntries(entries: readonly FeedEntry[], { end }: Resume): readonly FeedEntry[] {
  return end === null ? entries : entries.filter(({ position }) => !isAfter(position, end));
}

function ownEntries(entries: readonly FeedEntry[], { owned }: Resume): readonly FeedEntry[] {
  return entries.filter(({ stationId }) => stationId === 0 || owned.has(stationId));
}

/** Encodes entries as frames of `feed:message`. */
export function entryFrames(entries: readonly FeedEntry[]): FrameOptions {
  return feedFrames(entries.map((entry) => entry.messageJson));
}

/** Encodes entries as frames of `feed:message`, each followed by `message:assembled` if it completes a whole. */
function framesWithWholes(
  entries: readonly Pick<FeedEntry, "messageJson" | "wholeJson">[],
): FrameOptions {
  const parts: Buffer[] = [];
  let payloads: Buffer[] = [];
  for (const { messageJson, wholeJson } of entries) {
    payloads.push(messageJson);
    if (wholeJson.length === 0) continue;
    parts.push(eventFrames(serverEvent.feedMessage, payloads));
    parts.push(eventFrames(serverEvent.messageAssembled, [wholeJson]));
    payloads = [];
  }
  parts.push(eventFrames(serverEvent.feedMessage, payloads));
  return frameOptions(Buffer.concat(parts));
}

function feedFrames(payloads: readonly Buffer[]): FrameOptions {
  return frameOptions(eventFrames(serverEvent.feedMessage, payloads));
}
