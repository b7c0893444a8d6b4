import type { FeedGap, FeedResumed, Message, Whole } from "@jetwire/protocol";
import { type FeedCursor, type FeedEntry, type FeedPosition, isAfter } from "@jetwire/redis";
import { type EngineConnection, frameOptions } from "../connection/engine-connection.ts";
import type { FeedEncoding } from "./feed-encoding.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { FeedStart } from "./feed-start.ts";
import { missedEntries, ownEntries, type Resume, resumeOf } from "./resume.ts";
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
  readonly encoding: FeedEncoding;
  /** Whether the client also wants the wholes that messages complete. */
  readonly wantsWholes: boolean;
  resumed(payload: FeedResumed): void;
  gap(payload: FeedGap): void;
  /** Called while nothing comes, for clients that want to know it. @param position the `after` that resumes here */
  quiet?(position: string | null): void;
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

export interface FeedReaderOptions {
  readonly metrics: FeedMetrics;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Called whenever the reader becomes idle; never rejects. */
  readonly onIdle: () => Promise<void>;
}

const unreadMsMax = 20_000;

/** The cursor of one connection in the feed log of its account, and what it is sent; in the states above. */
export class FeedReader {
  readonly #sink: FeedSink;
  readonly #metrics;
  readonly #now;
  readonly #onIdle;
  #state: State = "joining";
  #cursor;
  /** True if the log may have more than it was handed. */
  #isBehind = true;
  /** The message that the client received last. */
  #lastId;
  /** The message after which a replay would begin; null when that is unknown. */
  #replayAfterId;
  #resume: Resume | null;
  #writingSinceMs: number | null = null;
  /** The time of the last write, or of the last word that there is nothing to write; monotonic, ms. */
  #quietSinceMs;
  readonly #sent;
  /** Whether the log was lost meanwhile, so that it may have again what this connection got. */
  #lostCursor = false;
  /** Ends the wait for a page to be written. */
  #abandonPage: (() => void) | null = null;

  constructor(sink: FeedSink, start: FeedStart, { metrics, now, onIdle }: FeedReaderOptions) {
    this.#sink = sink;
    this.#metrics = metrics;
    this.#now = now;
    this.#onIdle = onIdle;
    this.#cursor = start.from === "postgres" ? null : start.cursor;
    this.#lastId = start.from === "live" ? null : start.afterId;
    this.#replayAfterId = start.from === "live" ? start.joinedId : start.afterId;
    this.#resume = resumeOf(start);
    this.#sent = createSentIds(now);
    this.#quietSinceMs = now();
  }

  /** Null while a replay from Postgres has to come first. */
  get cursor(): FeedCursor | null {
    return this.#cursor;
  }

  /** True if it is idle and the log may have more for it. */
  get isWaiting(): boolean {
    return this.#state === "idle" && this.#isBehind;
  }

  isIdleAt({ position, tag }: FeedCursor): boolean {
    return (
      this.#state === "idle" && this.#cursor?.position === position && this.#cursor.tag === tag
    );
  }

  /** The client has been answered. @param owned the account's stations, read after subscribing; `all` for a watch */
  start(owned: ReadonlySet<number> | "all"): void {
    if (this.#resume) this.#resume.owned = owned;
    this.#becomeIdle();
  }

  /** Notes that the log may have more than the reader was handed, and where it ends if known. */
  recordGrowth(end?: FeedPosition): void {
    // An announcement may arrive after the entry that it announces was read.
    this.#isBehind ||=
      end === undefined || this.#cursor === null || isAfter(end, this.#cursor.position);
  }

  /** Notes that it is being handed everything there is. */
  recordRead(): void {
    this.#isBehind = false;
  }

  /**
   * Writes the entries that follow its cursor.
   *
   * @param shown those that it may show
   * @param encode encodes those, once for all readers of an encoding
   */
  deliver(
    entries: readonly FeedEntry[],
    shown: readonly FeedEntry[],
    encode: (encoding: FeedEncoding) => Buffer,
  ): void {
    const missed = this.#resume === null ? entries : missedEntries(entries, this.#resume);
    if (missed.length < entries.length) this.#isBehind = true;
    this.#cursor = missed.at(-1) ?? this.#cursor;
    const ofOwn = this.#resume === null ? shown : ownEntries(shown, this.#resume);
    const own = this.#lostCursor
      ? ofOwn.filter(({ messageId }) => !this.#sent.has(messageId))
      : ofOwn;
    if (own.length === 0) {
      this.#becomeIdle();
      return;
    }
    this.#state = "writing";
    const { encoding, wantsWholes } = this.#sink;
    const hasWholes = wantsWholes && own.some(({ wholeJson }) => wholeJson.length > 0);
    const shared = () => (own === shown ? encode(encoding) : encoding.messages(own));
    const encoded = hasWholes ? encoding.withWholes(own) : shared();
    const ids = own.map(({ messageId }) => messageId);
    this.#write(encoded, ids, () => this.#becomeIdle());
  }

  /** Notes that its cursor is not in the log any more. */
  loseCursor(): void {
    this.#metrics.lostPositions.inc();
    this.#lostCursor = true;
    this.#cursor = null;
    this.#isBehind = true;
  }

  /** Replays what it missed, then continues at the cutover. @throws what `run` throws. */
  async replay(run: (replay: Replay) => Promise<ReplayResult>): Promise<void> {
    this.#state = "replaying";
    this.#isBehind = false;
    try {
      const { wantsWholes } = this.#sink;
      const { cutover, gap } = await run({
        afterId: this.#replayAfterId,
        wantsWholes,
        send: (page, wholes) => this.#sendPage(page, wholes),
      });
      if (this.#isClosed()) return;
      this.#cursor = cutover;
      this.#endResume("postgres", gap === null);
      if (gap) this.#sink.gap({ after: this.#lastId, oldest: gap.oldest });
      this.#isBehind = true;
    } finally {
      this.#becomeIdle();
    }
  }

  /**
   * Tells the client that it has everything, if nothing was written to it for a while.
   *
   * @param quietMsMin how long
   */
  tellQuiet(quietMsMin: number): void {
    const { quiet } = this.#sink;
    if (quiet === undefined || this.#state !== "idle" || this.#isBehind) return;
    if (this.#resume !== null || this.#now() - this.#quietSinceMs < quietMsMin) return;
    this.#quietSinceMs = this.#now();
    quiet(this.#replayAfterId);
  }

  /** Cuts off its connection if a write has been pending for too long. */
  cutIfUnread(): void {
    if (this.#writingSinceMs === null || this.#now() - this.#writingSinceMs < unreadMsMax) return;
    this.#metrics.cut.inc();
    this.#sink.connection.cut();
  }

  close(): void {
    this.#state = "closed";
    this.#abandonPage?.();
  }

  #isClosed() {
    return this.#state === "closed";
  }

  /** Writes what these messages are encoded as, of which there is at least one. */
  #write(bytes: Buffer, ids: readonly string[], written: () => void): void {
    this.#writingSinceMs = this.#now();
    this.#quietSinceMs = this.#now();
    for (const id of ids) this.#sent.add(id);
    const newestId = ids.at(-1) ?? "";
    const count = ids.length;
    this.#lastId = newestId;
    this.#replayAfterId = newestId;
    if (this.#resume) this.#resume.replayed += count;
    this.#metrics.messages.inc(count);
    this.#sink.connection.write("", frameOptions(bytes), () => {
      this.#writingSinceMs = null;
      written();
    });
  }

  #becomeIdle(): void {
    if (this.#isClosed()) return;
    this.#state = "idle";
    if (this.#resume?.end && this.#cursor && !isAfter(this.#resume.end, this.#cursor.position))
      this.#endResume("log", true);
    void this.#onIdle();
  }

  #endResume(source: "log" | "postgres", recovered: boolean): void {
    if (this.#resume === null) return;
    const { replayed } = this.#resume;
    this.#resume = null;
    if (recovered) {
      this.#metrics.resumed.inc({ source });
      this.#metrics.replayed.inc({ source }, replayed);
    }
    this.#sink.resumed({ recovered, replayed });
  }

  #sendPage(page: readonly Message[], wholes: ReadonlyMap<string, Whole>): Promise<boolean> {
    return new Promise((resolve) => {
      const missed = page.filter(({ id }) => !this.#sent.has(id));
      if (this.#isClosed() || missed.length === 0) {
        resolve(!this.#isClosed());
        return;
      }
      this.#abandonPage = () => resolve(false);
      const payloads = missed.map((message) => {
        const whole = wholes.get(message.id);
        return {
          messageId: message.id,
          messageJson: Buffer.from(JSON.stringify(message)),
          wholeJson: Buffer.from(whole === undefined ? "" : JSON.stringify(whole)),
        };
      });
      const ids = missed.map(({ id }) => id);
      this.#write(this.#sink.encoding.withWholes(payloads), ids, () => resolve(!this.#isClosed()));
    });
  }
}
