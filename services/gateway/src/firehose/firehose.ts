import { readFirehoseTick, serverEvent, type SniffFilter } from "@jetwire/protocol";
import type { Channels, Subscription } from "@jetwire/redis";
import { type Counter, type Gauge, type Metrics, withDeadline } from "@jetwire/runtime";
import { eventFrames } from "../connection/frames.ts";
import { type HeardMessage, heardMessage } from "./firehose-message.ts";
import { createRecentMessages } from "./recent-messages.ts";
import { filterKey, type FitsFilter } from "./sniff-filter.ts";
import {
  frameOptions,
  type FrameTarget,
  frameTarget,
  type Wire,
  type WireOptions,
  writeFrames,
} from "../connection/engine-connection.ts";

/** Writes the firehose's ticks to the connections that sniff. */
export interface Firehose {
  /**
   * Resolves once ticks come to this connection, to false when too many filters are in use. A
   * connection is in it once, however often it joins: the last view is the one in force.
   *
   * @throws DeadlineError when Redis doesn't confirm the channel.
   */
  join(wire: Wire, view: SniffView): Promise<boolean>;
  leave(wire: Wire): void;
  /** What was sent to a connection and what it was too slow for, in messages, ever. */
  countsOf(wire: Wire): SentCounts;
}

/** What a connection wants to see. */
export interface SniffView {
  readonly filter: SniffFilter;
  /** Null when everything fits. */
  readonly fits: FitsFilter | null;
  /** When given, the latest messages are looked for first, and this has to do with them. */
  prepare?(recent: readonly HeardMessage[]): Promise<void>;
  /**
   * Called the moment before live messages come: what is in `recent` then, newest first, won't
   * come live, and nothing comes in between.
   */
  begin(recent: readonly HeardMessage[]): void;
}

export interface SentCounts {
  readonly sent: number;
  readonly dropped: number;
}

export interface FirehoseSteps {
  readonly channels: Channels;
  readonly channel: string;
  /** The deployment's latest messages, oldest first. */
  readRecent(): Promise<readonly Uint8Array[]>;
  /** A connection more, a connection less. */
  joined(): void;
  left(): void;
}

/** Everybody with the same filter: one choice and one encoding of each tick for all of them. */
interface Audience {
  readonly key: string;
  readonly fits: FitsFilter | null;
  readonly members: Map<Wire, Member>;
}

interface Member extends FrameTarget {
  sent: number;
  dropped: number;
}

const standingMsMax = 5_000;
const recentMsMax = 1_500;
/** Of one process; beyond it, clients can sniff by a filter that is in use, or by none. */
const filtersMax = 500;

/**
 * One subscription while anybody sniffs. A tick's messages are chosen and encoded once for each
 * filter in use, into one buffer that is one write per connection. Who still has packets waiting
 * skips the tick: nothing piles up for a client that reads too slowly, and it is counted.
 */
export function createFirehose(steps: FirehoseSteps, metrics: Metrics): Firehose {
  const measures = firehoseMeasures(metrics);
  const recent = createRecentMessages();
  const joining = new Set<Wire>();
  const audiences = new Map<string, Audience>();
  const audienceOf = new Map<Wire, Audience>();
  let open: { subscription: Subscription; filled: Promise<void> } | null = null;

  function hear(bytes: Buffer): void {
    const tick = readFirehoseTick(bytes);
    if (tick === null) {
      measures.ticks.inc({ outcome: "unreadable" });
      return;
    }
    // A sampler that was restarted may send again what it sent.
    const messages = recent.add(tick.messages.map(heardMessage));
    if (messages.length === 0) return;
    const everything = shareFrames(messages);
    for (const audience of audiences.values()) {
      const chosen = choose(messages, audience.fits);
      if (chosen.length === 0) continue;
      write(audience, chosen.length, chosen === messages ? everything() : framesOf(chosen));
    }
  }

  function write({ members }: Audience, messages: number, options: WireOptions): void {
    let written = 0;
    for (const member of members.values()) {
      if (member.wire.writeBuffer.length > 0) {
        member.dropped += messages;
        continue;
      }
      writeFrames(member, options);
      member.sent += messages;
      written++;
    }
    measures.ticks.inc({ outcome: "written" }, written);
    measures.ticks.inc({ outcome: "skipped" }, members.size - written);
    measures.messages.inc(written * messages);
  }

  function opened(): { subscription: Subscription; filled: Promise<void> } {
    if (open) return open;
    const subscription = steps.channels.subscribe(steps.channel, hear);
    open = { subscription, filled: subscription.standing.then(fill) };
    open.filled.catch(() => {});
    return open;
  }

  /**
   * Sending a tick and keeping its messages as the latest is one step in Redis: what of them was
   * not heard once everything published before has been, never will be.
   */
  async function fill(): Promise<void> {
    const texts = await steps.readRecent();
    await steps.channels.caughtUp();
    recent.fill(texts.map(heardMessage));
  }

  async function prepare(
    toDo: NonNullable<SniffView["prepare"]>,
    filled: Promise<void>,
  ): Promise<void> {
    // Without them, what this process itself has heard has to do.
    await withDeadline(filled, recentMsMax, "the latest messages").catch(() => {});
    await toDo(recent.newestFirst());
  }

  function closeIfEmpty(): void {
    if (audienceOf.size > 0 || joining.size > 0) return;
    open?.subscription.close();
    open = null;
    recent.clear();
  }

  function enter(wire: Wire, key: string, fits: FitsFilter | null): void {
    if (!audienceOf.has(wire)) steps.joined();
    const known = audienceOf.get(wire)?.members.get(wire);
    const member = known ?? { ...frameTarget(wire), sent: 0, dropped: 0 };
    drop(wire);
    const audience = audiences.get(key) ?? { key, fits, members: new Map<Wire, Member>() };
    audiences.set(key, audience);
    audience.members.set(wire, member);
    audienceOf.set(wire, audience);
    measures.filters.set(audiences.size);
  }

  function drop(wire: Wire): void {
    const audience = audienceOf.get(wire);
    if (audience === undefined) return;
    audienceOf.delete(wire);
    audience.members.delete(wire);
    if (audience.members.size === 0) audiences.delete(audience.key);
    measures.filters.set(audiences.size);
  }

  function leave(wire: Wire): void {
    joining.delete(wire);
    if (audienceOf.has(wire)) steps.left();
    drop(wire);
    closeIfEmpty();
  }

  // What was published while the connection was down went unheard, but others kept it.
  steps.channels.onReturn(() => {
    if (open) fill().catch(() => {});
  });

  return {
    async join(wire, view) {
      const key = view.fits === null ? "" : filterKey(view.filter);
      const isFull = () => !audiences.has(key) && audiences.size >= filtersMax;
      if (isFull()) return false;
      joining.add(wire);
      try {
        const { subscription, filled } = opened();
        const { standing } = subscription;
        await withDeadline(standing, standingMsMax, "subscribing to the firehose");
        if (view.prepare) await prepare(view.prepare, filled);
      } catch (error) {
        joining.delete(wire);
        closeIfEmpty();
        throw error;
      }
      // Not there any more when the connection left meanwhile.
      if (!joining.delete(wire)) return true;
      if (isFull()) {
        closeIfEmpty();
        return false;
      }
      view.begin(recent.newestFirst());
      enter(wire, key, view.fits);
      return true;
    },
    leave,
    countsOf(wire) {
      const { sent, dropped } = audienceOf.get(wire)?.members.get(wire) ?? { sent: 0, dropped: 0 };
      return { sent, dropped };
    },
  };
}

/** The same list when everything fits. */
function choose(messages: HeardMessage[], fits: FitsFilter | null): HeardMessage[] {
  if (fits === null) return messages;
  const chosen = messages.filter((heard) => {
    const message = heard.message();
    return message !== null && fits(message);
  });
  return chosen.length === messages.length ? messages : chosen;
}

function framesOf(messages: readonly HeardMessage[]): WireOptions {
  const texts = messages.map(({ text }) => text);
  return frameOptions(eventFrames(serverEvent.message, texts));
}

/** Encodes a whole tick when first asked for. */
function shareFrames(messages: readonly HeardMessage[]): () => WireOptions {
  let made: WireOptions | undefined;
  return () => (made ??= framesOf(messages));
}

interface FirehoseMeasures {
  readonly ticks: Counter<"outcome">;
  readonly messages: Counter;
  readonly filters: Gauge;
}

function firehoseMeasures(metrics: Metrics): FirehoseMeasures {
  return {
    ticks: metrics.counter({
      name: "jetwire_gateway_firehose_ticks_total",
      help: "Ticks of the firehose by connection: written, or skipped because it reads too slowly",
      labelNames: ["outcome"],
    }),
    messages: metrics.counter({
      name: "jetwire_gateway_firehose_messages_total",
      help: "Messages of the firehose written to connections",
    }),
    filters: metrics.gauge({
      name: "jetwire_gateway_firehose_filters",
      help: "Different filters in use, none being one of them",
    }),
  };
}
