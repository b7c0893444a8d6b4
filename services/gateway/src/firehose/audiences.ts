import {
  contentScore,
  type EnrichedMessage,
  receptionGroupsMax,
  serverEvent,
  type SniffReceptions,
} from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";
import {
  type EngineConnection,
  frameOptions,
  type FrameOptions,
  writeFrames,
} from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import {
  Audience,
  audienceKey,
  createMember,
  type FilterOwner,
  type FilterView,
  type AudienceMember,
  type TickForm,
} from "./audience.ts";
import type { CompressedTick } from "./compressed-ticks.ts";
import type { FirehoseMessage } from "./firehose-message.ts";

type GroupCount = SniffReceptions["groups"][number];

/** `all`: too many filters are in use; `own`: too many of this account or address are. */
export type FilterRefusal = "all" | "own";

export interface SentCounts {
  readonly sent: number;
  readonly dropped: number;
}

/** Filters in use in one process; beyond it, clients can use one of them, or none. */
const filtersMax = 500;
/** The key of the audience without a filter or a pace. */
const everything = "";
/** The part of them that clients without an account may use. */
const anonymousFiltersMax = 300;
/** Filters of one account, or of one address without an account. */
const ownFiltersMax = 20;
/**
 * Compressing a tick takes as much time as writing it to some connections, so it is done for the first
 * audiences only, and not for a few members.
 */
const compressedAudiencesMax = 32;
const compressingMin = 3;

/**
 * The connections that receive the firehose, grouped by filter and pace.
 *
 * Selects and encodes a tick's messages once for each filter in use, into one buffer that is one
 * write per connection. A connection that still has packets waiting skips the tick, counted as
 * dropped: nothing piles up for a client that reads too slowly.
 */
export class Audiences {
  readonly #now: () => number;
  readonly #ticks;
  readonly #writtenMessages;
  readonly #filters;
  readonly #byKey = new Map<string, Audience>();
  readonly #ownCounts = new Map<string, number>();
  #anonymousCount = 0;
  #skippedTicks = 0;
  /** Compressions until the next tick. */
  #compressionsLeft = compressedAudiencesMax;
  readonly #byConnection = new Map<EngineConnection, Audience>();

  constructor(registry: Metrics, now: () => number) {
    this.#now = now;
    this.#ticks = registry.counter({
      name: "jetwire_gateway_firehose_ticks_total",
      help: "Firehose ticks per connection: written, or skipped because the client reads too slowly",
      labelNames: ["status"],
    });
    this.#writtenMessages = registry.counter({
      name: "jetwire_gateway_firehose_messages_total",
      help: "Firehose messages written to connections",
    });
    this.#filters = registry.gauge({
      name: "jetwire_gateway_firehose_filters",
      help: "Different filters in use, including no filter",
    });
  }

  get size(): number {
    return this.#byConnection.size;
  }

  /** Ticks that connections have skipped so far, because their clients read too slowly. */
  get skippedTicks(): number {
    return this.#skippedTicks;
  }

  /** How long the last writes to everybody took, ms. */
  get writingMs(): number {
    return this.#byKey.values().reduce((sum, { writingMs }) => sum + writingMs, 0);
  }

  has(connection: EngineConnection): boolean {
    return this.#byConnection.has(connection);
  }

  /** Returns why a connection cannot use this filter, which is not in use yet; null if it can. */
  refusalOf(view: FilterView): FilterRefusal | null {
    const key = audienceKey(view);
    if (key === (view.form?.contentType ?? everything) || this.#byKey.has(key)) return null;
    const { id, isAnonymous } = view.owner;
    if ((this.#ownCounts.get(id) ?? 0) >= ownFiltersMax) return "own";
    if (this.#byKey.size >= filtersMax) return "all";
    return isAnonymous && this.#anonymousCount >= anonymousFiltersMax ? "all" : null;
  }

  /**
   * Writes what waits where a connection is, and where it will be; call it before `put`. What waits
   * for others only stays, and comes to the connection as well: many that join a process that is
   * short of CPU do not make it write more often.
   *
   * @returns the ids of messages that come to the connection with the next write
   */
  flushFor(connection: EngineConnection, view: FilterView): ReadonlySet<string> {
    const [left, next] = [this.#byConnection.get(connection), this.#byKey.get(audienceKey(view))];
    if (left) this.#writeTo(left, left.drainPending());
    if (next === undefined) return new Set();
    // Nobody has been sent later receptions of what waits yet.
    const isFirstToDecode = view.decoded === true && next.decoding.size === 0;
    if (left || isFirstToDecode) this.#writeTo(next, next.drainPending());
    return next.pendingIds();
  }

  /** Adds a connection, or moves it to another filter; its counts continue. */
  put(connection: EngineConnection, view: FilterView): void {
    const known = this.#byConnection.get(connection)?.members.get(connection);
    const member = known ?? createMember(connection);
    this.remove(connection);
    const key = audienceKey(view);
    const audience = this.#byKey.get(key) ?? this.#open(key, view);
    audience.put(connection, member, view);
    this.#byConnection.set(connection, audience);
  }

  remove(connection: EngineConnection): void {
    const audience = this.#byConnection.get(connection);
    if (audience === undefined) return;
    this.#byConnection.delete(connection);
    audience.remove(connection);
    if (audience.members.size > 0) return;
    this.#byKey.delete(audience.key);
    this.#count(audience.owner, -1);
  }

  /**
   * Writes a tick's messages to everybody whose filter they fit, or later if it is too early.
   *
   * @param everyMs the least time between two writes to anybody
   */
  write(messages: FirehoseMessage[], everyMs: number): void {
    this.#compressionsLeft = compressedAudiencesMax;
    const all = framesOnce(messages, null);
    for (const audience of this.#byKey.values()) {
      const due = audience.push(messages, everyMs, (later) => this.#writeTo(audience, later));
      const isShared = due === messages && audience.form === null;
      this.#writeTo(audience, due, isShared ? all : undefined);
    }
  }

  /** Writes numbers of receptions to everybody who asked for them, of the messages that were written to them. */
  writeReceptions(groups: readonly GroupCount[]): void {
    if (groups.length === 0) return;
    for (const { counting, shown } of this.#byKey.values()) {
      if (counting.size === 0) continue;
      const own = groups.filter(({ groupId }) => shown.has(groupId)).slice(-receptionGroupsMax);
      if (own.length === 0) continue;
      const payload = Buffer.from(JSON.stringify({ groups: own } satisfies SniffReceptions));
      const frames = frameOptions(eventFrames(serverEvent.sniffReceptions, [payload]));
      writeToReady(counting, frames);
    }
  }

  /** Writes later receptions to everybody who asked for them and was sent less about their transmissions. */
  writeBetter(copies: readonly EnrichedMessage[]): void {
    for (const audience of this.#byKey.values()) {
      if (audience.decoding.size === 0) continue;
      // A later reception follows the message.
      if (audience.isWaiting(copies)) this.#writeTo(audience, audience.drainPending());
      const better = copies.filter((copy) => audience.isNews(copy));
      if (better.length === 0) continue;
      for (const copy of better) audience.shown.add(copy.groupId, contentScore(copy));
      const payloads = better.map((copy) => Buffer.from(JSON.stringify(copy)));
      writeToReady(
        audience.decoding,
        frameOptions(eventFrames(serverEvent.messageDecoded, payloads)),
      );
    }
  }

  countsOf(connection: EngineConnection): SentCounts {
    const member = this.#byConnection.get(connection)?.members.get(connection);
    return { sent: member?.sent ?? 0, dropped: member?.dropped ?? 0 };
  }

  #writeTo(
    audience: Audience,
    messages: FirehoseMessage[],
    plain = framesOnce(messages, audience.form),
  ): void {
    if (messages.length === 0) return;
    const startMs = this.#now();
    audience.remember(messages);
    const compressed = this.#compress(audience, messages);
    let written = 0;
    for (const member of audience.members.values()) {
      if (member.connection.writeBuffer.length > 0) {
        member.dropped += messages.length;
        member.window = null;
        continue;
      }
      const isCompressed = compressed !== null && audience.compressed.enter(member, compressed);
      writeFrames(member, isCompressed ? compressed.frames : plain());
      member.sent += messages.length;
      written++;
    }
    audience.writingMs = this.#now() - startMs;
    this.#ticks.inc({ status: "written" }, written);
    this.#ticks.inc({ status: "skipped" }, audience.members.size - written);
    this.#skippedTicks += audience.members.size - written;
    this.#writtenMessages.inc(written * messages.length);
  }

  #compress(audience: Audience, messages: readonly FirehoseMessage[]): CompressedTick | null {
    if (audience.compressing < compressingMin || this.#compressionsLeft-- <= 0) return null;
    return audience.compressed.compress(messages, this.#now());
  }

  #count({ id, isAnonymous }: FilterOwner, change: 1 | -1): void {
    const own = (this.#ownCounts.get(id) ?? 0) + change;
    if (own > 0) this.#ownCounts.set(id, own);
    else this.#ownCounts.delete(id);
    if (isAnonymous) this.#anonymousCount += change;
    this.#filters.set(this.#byKey.size);
  }

  #open(key: string, view: FilterView): Audience {
    const audience = new Audience(key, view, this.#now);
    this.#byKey.set(key, audience);
    this.#count(view.owner, 1);
    return audience;
  }
}

/** A client that reads too slowly gets what comes next. */
function writeToReady(members: Iterable<AudienceMember>, frames: FrameOptions): void {
  for (const member of members) {
    if (member.connection.writeBuffer.length === 0) writeFrames(member, frames);
  }
}

/** Builds the frames when first called. */
function framesOnce(
  messages: readonly FirehoseMessage[],
  form: TickForm | null,
): () => FrameOptions {
  let frames: FrameOptions | undefined;
  return () => {
    frames ??= form === null ? framesOf(messages) : frameOptions(form.tick(messages));
    return frames;
  };
}

function framesOf(messages: readonly FirehoseMessage[]): FrameOptions {
  const texts = messages.map(({ text }) => text);
  return frameOptions(eventFrames(serverEvent.message, texts));
}
