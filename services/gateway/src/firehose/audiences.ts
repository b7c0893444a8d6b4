import {
  contentScore,
  emptyScore,
  type EnrichedMessage,
  type FitsFilter,
  receptionGroupsMax,
  saysMore,
  serverEvent,
  type SniffFilter,
  type SniffReceptions,
} from "@jetwire/protocol";
import type { Metrics } from "@jetwire/runtime";
import {
  type EngineConnection,
  frameOptions,
  type FrameOptions,
  type FrameTarget,
  frameTarget,
  writeFrames,
} from "../connection/engine-connection.ts";
import { eventFrames } from "../connection/frames.ts";
import type { FirehoseMessage } from "./firehose-message.ts";
import { createShownGroups, type ShownGroups } from "./shown-groups.ts";

export interface FilterView {
  readonly filter: SniffFilter;
  /** Null when every message fits. */
  readonly fits: FitsFilter | null;
  readonly owner: FilterOwner;
  /** Whether the connection also wants to know how many stations received a message. */
  readonly receptions?: boolean | undefined;
  /** Whether it also wants later receptions that say more. */
  readonly decoded?: boolean | undefined;
}

type GroupCount = SniffReceptions["groups"][number];

/** The client that a filter is counted for. */
export interface FilterOwner {
  /** The id of its account; for a client without one, the network of its address (IPv6: /64). */
  readonly id: string;
  readonly isAnonymous: boolean;
}

/** `all`: too many filters are in use; `own`: too many of this account or address are. */
export type FilterRefusal = "all" | "own";

export interface SentCounts {
  readonly sent: number;
  readonly dropped: number;
}

/** The connections with one filter: they share one selection and one encoding of each tick. */
interface Audience {
  readonly key: string;
  /** The first who used the filter; it counts for them until nobody uses it. */
  readonly owner: FilterOwner;
  readonly fits: FitsFilter | null;
  readonly members: Map<EngineConnection, Member>;
  /** Those of them who asked for numbers of receptions. */
  readonly counting: Set<Member>;
  /** Those of them who asked for later receptions that say more. */
  readonly decoding: Set<Member>;
  /** The transmissions that were written to them; nothing while nobody asked. */
  readonly shown: ShownGroups;
}

interface Member extends FrameTarget {
  sent: number;
  dropped: number;
}

/** Filters in use in one process; beyond it, clients can use one of them, or none. */
const filtersMax = 500;
/** The part of them that clients without an account may use. */
const anonymousFiltersMax = 300;
/** Filters of one account, or of one address without an account. */
const ownFiltersMax = 20;

/**
 * The connections that receive the firehose, grouped by filter.
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

  has(connection: EngineConnection): boolean {
    return this.#byConnection.has(connection);
  }

  /** Returns why a connection cannot use this filter, which is not in use yet; null if it can. */
  refusalOf(view: FilterView): FilterRefusal | null {
    if (view.fits === null || this.#byKey.has(keyOf(view))) return null;
    const { id, isAnonymous } = view.owner;
    if ((this.#ownCounts.get(id) ?? 0) >= ownFiltersMax) return "own";
    if (this.#byKey.size >= filtersMax) return "all";
    return isAnonymous && this.#anonymousCount >= anonymousFiltersMax ? "all" : null;
  }

  /** Adds a connection, or moves it to another filter; its counts continue. */
  put(connection: EngineConnection, view: FilterView): void {
    const known = this.#byConnection.get(connection)?.members.get(connection);
    const member = known ?? { ...frameTarget(connection), sent: 0, dropped: 0 };
    this.remove(connection);
    const key = keyOf(view);
    const audience = this.#byKey.get(key) ?? this.#open(key, view);
    audience.members.set(connection, member);
    if (view.receptions) audience.counting.add(member);
    if (view.decoded) audience.decoding.add(member);
    this.#byConnection.set(connection, audience);
  }

  remove(connection: EngineConnection): void {
    const audience = this.#byConnection.get(connection);
    if (audience === undefined) return;
    this.#byConnection.delete(connection);
    const member = audience.members.get(connection);
    if (member) {
      audience.counting.delete(member);
      audience.decoding.delete(member);
    }
    audience.members.delete(connection);
    if (audience.members.size > 0) return;
    this.#byKey.delete(audience.key);
    this.#count(audience.owner, -1);
  }

  /** Writes a tick's messages to everybody whose filter they fit. */
  write(messages: FirehoseMessage[]): void {
    let all: FrameOptions | undefined;
    for (const audience of this.#byKey.values()) {
      const selected = select(messages, audience.fits);
      if (selected.length === 0) continue;
      remember(audience, selected);
      const isAll = selected === messages;
      this.#writeTo(
        audience,
        selected.length,
        isAll ? (all ??= framesOf(messages)) : framesOf(selected),
      );
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
      const better = copies.filter((copy) => isNews(audience, copy));
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

  #writeTo({ members }: Audience, messages: number, frames: FrameOptions): void {
    let written = 0;
    for (const member of members.values()) {
      if (member.connection.writeBuffer.length > 0) {
        member.dropped += messages;
        continue;
      }
      writeFrames(member, frames);
      member.sent += messages;
      written++;
    }
    this.#ticks.inc({ status: "written" }, written);
    this.#ticks.inc({ status: "skipped" }, members.size - written);
    this.#skippedTicks += members.size - written;
    this.#writtenMessages.inc(written * messages);
  }

  #count({ id, isAnonymous }: FilterOwner, change: 1 | -1): void {
    const own = (this.#ownCounts.get(id) ?? 0) + change;
    if (own > 0) this.#ownCounts.set(id, own);
    else this.#ownCounts.delete(id);
    if (isAnonymous) this.#anonymousCount += change;
    this.#filters.set(this.#byKey.size);
  }

  #open(key: string, { fits, owner }: FilterView): Audience {
    const shown = createShownGroups(this.#now);
    const sets = { members: new Map(), counting: new Set<Member>(), decoding: new Set<Member>() };
    const audience: Audience = { key, fits, owner, ...sets, shown };
    this.#byKey.set(key, audience);
    this.#count(owner, 1);
    return audience;
  }
}

/** The ids of first receptions are those of their transmissions. */
function remember(
  { counting, decoding, shown }: Audience,
  messages: readonly FirehoseMessage[],
): void {
  if (counting.size === 0 && decoding.size === 0) return;
  for (const entry of messages) {
    const message = decoding.size > 0 ? entry.message() : null;
    shown.add(entry.id, message ? contentScore(message) : emptyScore);
  }
}

/** Whether a later reception says more than was sent, or is the first that matches the filter. */
function isNews({ shown, fits }: Audience, copy: EnrichedMessage): boolean {
  const score = shown.scoreOf(copy.groupId);
  if (score === null) return fits !== null && fits(copy);
  return saysMore(contentScore(copy), score);
}

/** A client that reads too slowly gets what comes next. */
function writeToReady(members: Iterable<Member>, frames: FrameOptions): void {
  for (const member of members) {
    if (member.connection.writeBuffer.length === 0) writeFrames(member, frames);
  }
}

/** Returns the same text for equal filters. */
function keyOf({ filter, fits }: FilterView): string {
  if (fits === null) return "";
  return JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the messages that fit; the same array when all do. */
function select(messages: FirehoseMessage[], fits: FitsFilter | null): FirehoseMessage[] {
  if (fits === null) return messages;
  const selected = messages.filter((entry) => {
    const message = entry.message();
    return message !== null && fits(message);
  });
  return selected.length === messages.length ? messages : selected;
}

function framesOf(messages: readonly FirehoseMessage[]): FrameOptions {
  const texts = messages.map(({ text }) => text);
  return frameOptions(eventFrames(serverEvent.message, texts));
}
