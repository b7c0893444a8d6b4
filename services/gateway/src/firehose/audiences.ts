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
  writeFrames,
} from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import {
  Audience,
  audienceKey,
  createMember,
  type FilterOwner,
  type FilterView,
} from "./audience.ts";
import type { CompressedTick } from "./compressed-ticks.ts";
import { FilterCounts, type FilterRefusal } from "./filter-counts.ts";
import type { FirehoseMessage } from "./firehose-message.ts";
import type { Pace } from "./pace.ts";
import { framesOnce, writeToReady } from "./tick-frames.ts";

type GroupCount = SniffReceptions["groups"][number];

export interface SentCounts {
  readonly sent: number;
  readonly dropped: number;
}

/** The key of the audience without a filter or a pace. */
const everything = "";
/** The least time between two writes to newcomers. */
const newcomersEveryMs = 1_000;
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
 *
 * Connections that join while this process is short of CPU are newcomers: what is written to the
 * others at once is written to them once a second, so that the others do not wait while thousands
 * join. They become members like the others once the process has CPU again.
 */
export class Audiences {
  readonly #pace: Pick<Pace, "everyMs">;
  readonly #now: () => number;
  readonly #ticks;
  readonly #writtenMessages;
  readonly #filters;
  readonly #byKey = new Map<string, Audience>();
  readonly #filterCounts = new FilterCounts();
  #skippedTicks = 0;
  /** Compressions until the next tick. */
  #compressionsLeft = compressedAudiencesMax;
  readonly #byConnection = new Map<EngineConnection, Audience>();

  constructor(registry: Metrics, pace: Pick<Pace, "everyMs">, now: () => number) {
    this.#pace = pace;
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

  /** How long the last writes to everybody but newcomers took, ms. */
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
    return this.#filterCounts.refusalOf(view.owner);
  }

  /**
   * Writes what waits for the audience that a connection leaves, and for the one that it moves to;
   * call it before `put`. For a connection that joins, nothing is written: what waits comes to it
   * with the next write, so many that join do not make the process write more often.
   *
   * @returns the ids of messages that come to the connection with the next write
   */
  flushFor(connection: EngineConnection, view: FilterView): ReadonlySet<string> {
    const left = this.#byConnection.get(connection);
    const main = this.#byKey.get(audienceKey(view));
    const next = left === undefined && this.#isShortOfCpu ? main?.newcomers : main;
    if (left) this.#flush(left);
    if (!next) return new Set();
    // Later receptions of what waits may have come already, and were sent to nobody.
    const isFirstToDecode = view.decoded === true && next.decoding.size === 0;
    if (left || isFirstToDecode) this.#flush(next);
    return next.pendingIds();
  }

  /** Adds a connection, as a newcomer if the process is short of CPU, or moves it to another filter; its counts continue. */
  put(connection: EngineConnection, view: FilterView): void {
    const known = this.#byConnection.get(connection)?.members.get(connection);
    this.remove(connection);
    const key = audienceKey(view);
    const main = this.#byKey.get(key);
    let audience = main ?? this.#open(key, view);
    if (main && !known && this.#isShortOfCpu) {
      const everyMs = Math.max(newcomersEveryMs, view.everyMs ?? 0);
      audience = main.newcomers ??= new Audience(key, { ...view, everyMs }, this.#now);
    }
    audience.put(connection, known ?? createMember(connection), view);
    this.#byConnection.set(connection, audience);
  }

  remove(connection: EngineConnection): void {
    const audience = this.#byConnection.get(connection);
    if (audience === undefined) return;
    this.#byConnection.delete(connection);
    audience.remove(connection);
    if (audience.members.size > 0) return;
    const main = this.#byKey.get(audience.key);
    if (main !== audience) {
      if (main) main.newcomers = null;
    } else if (audience.newcomers) this.#merge(audience, audience.newcomers);
    else {
      this.#byKey.delete(audience.key);
      this.#count(audience.owner, -1);
    }
  }

  /** Writes to newcomers as to the others from now on, if the process is not short of CPU. */
  mergeNewcomers(): void {
    if (this.#isShortOfCpu) return;
    for (const audience of this.#byKey.values()) {
      if (audience.newcomers) this.#merge(audience, audience.newcomers);
    }
  }

  /** Writes a tick's messages to everybody whose filter they fit, or later if it is too early. */
  write(messages: FirehoseMessage[]): void {
    const { everyMs } = this.#pace;
    this.#compressionsLeft = compressedAudiencesMax;
    const all = framesOnce(messages, null);
    for (const audience of this.#all()) {
      const due = audience.push(messages, everyMs, (later) => this.#writeTo(audience, later));
      const isShared = due === messages && audience.form === null;
      this.#writeTo(audience, due, isShared ? all : undefined);
    }
  }

  /** Writes numbers of receptions to everybody who asked for them, of the messages that were written to them. */
  writeReceptions(groups: readonly GroupCount[]): void {
    if (groups.length === 0) return;
    for (const { counting, shown } of this.#all()) {
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
    for (const audience of this.#all()) {
      if (audience.decoding.size === 0) continue;
      // A later reception follows the message.
      if (audience.isWaiting(copies)) this.#flush(audience);
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

  get #isShortOfCpu(): boolean {
    return this.#pace.everyMs > 0;
  }

  *#all(): Iterable<Audience> {
    for (const audience of this.#byKey.values()) {
      yield audience;
      if (audience.newcomers) yield audience.newcomers;
    }
  }

  #merge(audience: Audience, newcomers: Audience): void {
    this.#flush(audience);
    this.#flush(newcomers);
    for (const connection of newcomers.members.keys()) this.#byConnection.set(connection, audience);
    audience.mergeNewcomers();
  }

  #flush(audience: Audience): void {
    this.#writeTo(audience, audience.drainPending());
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

  #count(owner: FilterOwner, change: 1 | -1): void {
    this.#filterCounts.add(owner, change);
    this.#filters.set(this.#filterCounts.all);
  }

  #open(key: string, view: FilterView): Audience {
    const audience = new Audience(key, view, this.#now);
    this.#byKey.set(key, audience);
    this.#count(view.owner, 1);
    return audience;
  }
}
