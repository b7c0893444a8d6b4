import { type FeedGap, type Message, serverEvent } from "@jetwire/protocol";
import { type FeedEntry, type FeedPlace, type FeedPosition, isAfter } from "@jetwire/redis";
import { continueFrom } from "./feed-continuity.ts";
import {
  createReader,
  type FeedOutlet,
  type FeedStart,
  noteSent,
  type Reader,
  type Resume,
} from "./feed-reader.ts";
import { eventFrames } from "../connection/frames.ts";
import { cutOff, frameOptions, type WireOptions } from "../connection/engine-connection.ts";

/*
 * A reader is one connection at its place in its account's feed log:
 *
 *   waiting    joined, told nothing yet
 *   idle       everything it was handed has left for the network; gets more when the log is longer
 *   busy       a batch is on its way; nothing more is read for it until it has left
 *   replaying  its place in the log is lost, or was never known: it gets what it missed from the
 *              record, page by page, and then goes on in the log
 *   gone       its connection has ended
 *
 * So a slow connection keeps its place in the log instead of a queue in memory, and live and
 * catch-up are the same thing: an idle reader whose place lies before the log's end. Readers at the
 * same place share one read and one encoding.
 */

/** A connection's place in a feed. */
export interface FeedSeat {
  /**
   * From now on the connection gets what comes after its place.
   *
   * @param owned the account's stations, read after the seat was taken
   */
  begin(owned: ReadonlySet<number>): void;
  leave(): void;
}

export interface AccountFeed {
  readonly size: number;
  join(outlet: FeedOutlet, start: FeedStart): FeedSeat;
  /** The log's end is here now, as announced. */
  grew(end: FeedPosition): void;
  /** Looks for what was not announced and for connections that don't read. */
  check(): Promise<void>;
}

/** How a replay from the record ended. */
export interface Replayed {
  /** Where to go on in the log. */
  readonly place: FeedPlace;
  /** Null when everything was sent. */
  readonly gap: Pick<FeedGap, "oldest"> | null;
}

export interface Replay {
  readonly afterId: string | null;
  /** Sends a page; resolves once it has left for the network, to false when nobody is there. */
  send(page: readonly Message[]): Promise<boolean>;
}

export interface AccountFeedSteps {
  /** The entry at a position and those after it, `countMax` in all. */
  read(from: FeedPosition, countMax: number): Promise<FeedEntry[]>;
  end(): Promise<FeedPlace>;
  /** Sends what the record has after a message. @throws when Redis doesn't answer. */
  replay(replay: Replay): Promise<Replayed>;
  /** Monotonic, ms. */
  now(): number;
  written(messages: number): void;
  /** A connection's place in the log was lost while it was connected. */
  lost(): void;
  resumed(source: "log" | "record", messages: number): void;
  cut(): void;
  failed(error: unknown): void;
}

const batchMax = 100;
const unreadMsMax = 20_000;

export function createAccountFeed(steps: AccountFeedSteps): AccountFeed {
  const readers = new Set<Reader>();
  let pumping = false;

  /** Hands out until every idle reader has what there is; one read at a time. */
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      for (let next = firstBehind(); next !== undefined; next = firstBehind()) {
        if (next.place === null) void replay(next);
        else await advance(next.place);
      }
    } catch (error) {
      // The next announcement or check tries again.
      steps.failed(error);
    } finally {
      pumping = false;
    }
  }

  function firstBehind(): Reader | undefined {
    return Iterator.from(readers).find(({ state, behind }) => state === "idle" && behind);
  }

  /** Hands all idle readers at a place what follows. */
  async function advance(place: FeedPlace): Promise<void> {
    const there = [...readers].filter((reader) => isIdleAt(reader, place));
    for (const reader of there) reader.behind = false;
    let full = false;
    let entries: readonly FeedEntry[] | "lost";
    try {
      const read = await steps.read(place.position, batchMax + 1);
      full = read.length > batchMax;
      entries = continueFrom(place, read, read.length === 0 ? await steps.end() : null);
    } catch (error) {
      for (const reader of there) reader.behind = true;
      throw error;
    }
    handOut(
      there.filter((reader) => isIdleAt(reader, place)),
      entries,
      full,
    );
  }

  function handOut(
    there: readonly Reader[],
    entries: readonly FeedEntry[] | "lost",
    more: boolean,
  ): void {
    if (entries === "lost") {
      for (const reader of there) {
        steps.lost();
        reader.place = null;
        reader.behind = true;
      }
      return;
    }
    const last = entries.at(-1);
    if (last === undefined) return;
    let shared: WireOptions | null = null;
    for (const reader of there) {
      reader.behind ||= more;
      if (reader.resume) {
        handResumed(reader, reader.resume, entries);
        continue;
      }
      reader.place = last;
      write(reader, entries, (shared ??= encoded(entries)));
    }
  }

  /** Up to the end of what was missed, without the stations that others own by now. */
  function handResumed(reader: Reader, resume: Resume, entries: readonly FeedEntry[]): void {
    const { end, owned } = resume;
    const missed = entries.filter(({ position }) => end === null || !isAfter(position, end));
    if (missed.length < entries.length) reader.behind = true;
    reader.place = missed.at(-1) ?? reader.place;
    const own = missed.filter(({ stationId }) => stationId === 0 || owned.has(stationId));
    if (own.length > 0) write(reader, own, encoded(own));
    else becomeIdle(reader);
  }

  function write(reader: Reader, entries: readonly FeedEntry[], options: WireOptions): void {
    reader.state = "busy";
    reader.unreadSinceMs = steps.now();
    noteSent(reader, entries.at(-1)?.messageId ?? null, entries.length);
    steps.written(entries.length);
    reader.outlet.wire.write("", options, () => becomeIdle(reader));
  }

  function becomeIdle(reader: Reader): void {
    if (reader.state === "gone") return;
    reader.state = "idle";
    reader.unreadSinceMs = null;
    const { resume, place } = reader;
    if (resume?.end && place && !isAfter(resume.end, place.position)) tellResumed(reader, "log");
    void pump();
  }

  /** Never rejects; what Redis didn't answer is tried again at the next check. */
  async function replay(reader: Reader): Promise<void> {
    reader.state = "replaying";
    reader.behind = false;
    try {
      const afterId = reader.fillFrom;
      const { place, gap } = await steps.replay({ afterId, send: (page) => send(reader, page) });
      if (isGone(reader)) return;
      reader.place = place;
      tellResumed(reader, "record", gap === null);
      if (gap) reader.outlet.gap({ after: reader.lastId, oldest: gap.oldest });
      reader.behind = true;
    } catch (error) {
      steps.failed(error);
    }
    becomeIdle(reader);
  }

  function send(reader: Reader, page: readonly Message[]): Promise<boolean> {
    return new Promise((resolve) => {
      if (isGone(reader)) {
        resolve(false);
        return;
      }
      reader.left = () => resolve(false);
      reader.unreadSinceMs = steps.now();
      noteSent(reader, page.at(-1)?.id ?? null, page.length);
      steps.written(page.length);
      const texts = page.map((message) => Buffer.from(JSON.stringify(message)));
      reader.outlet.wire.write("", framed(texts), () => {
        reader.unreadSinceMs = null;
        resolve(!isGone(reader));
      });
    });
  }

  /** Ends a resume, if there is one. */
  function tellResumed(reader: Reader, source: "log" | "record", recovered = true): void {
    const { resume } = reader;
    if (resume === null) return;
    reader.resume = null;
    if (recovered) steps.resumed(source, resume.replayed);
    reader.outlet.resumed({ recovered, replayed: resume.replayed });
  }

  function cutUnread(): void {
    for (const { unreadSinceMs, outlet } of readers) {
      if (unreadSinceMs === null || steps.now() - unreadSinceMs < unreadMsMax) continue;
      steps.cut();
      cutOff(outlet.wire);
    }
  }

  return {
    get size() {
      return readers.size;
    },
    join(outlet, start) {
      const reader = createReader(outlet, start);
      readers.add(reader);
      return {
        begin(owned) {
          if (reader.resume) reader.resume.owned = owned;
          becomeIdle(reader);
        },
        leave() {
          reader.state = "gone";
          readers.delete(reader);
          reader.left();
        },
      };
    },
    grew(position) {
      for (const reader of readers) reader.behind ||= isNews(reader, position);
      void pump();
    },
    async check() {
      cutUnread();
      for (const reader of readers) reader.behind = true;
      await pump();
    },
  };
}

function isGone(reader: Reader): boolean {
  return reader.state === "gone";
}

function isIdleAt({ state, place }: Reader, { position, tag }: FeedPlace): boolean {
  return state === "idle" && place?.position === position && place.tag === tag;
}

/** An announcement may be overtaken by what it announces. */
function isNews({ place }: Reader, end: FeedPosition): boolean {
  return place === null || isAfter(end, place.position);
}

function encoded(entries: readonly FeedEntry[]): WireOptions {
  return framed(entries.map((entry) => entry.messageJson));
}

function framed(payloads: readonly Buffer[]): WireOptions {
  return frameOptions(eventFrames(serverEvent.feedMessage, payloads));
}
