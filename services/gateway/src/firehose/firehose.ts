import { messageIdTimeMs, readFirehoseTick } from "@jetwire/protocol";
import {
  type Channels,
  type FirehoseStore,
  type Quota,
  sniffingQuota,
  type ChannelSubscription,
} from "@jetwire/redis";
import { createMessageAge, every, type Logger, type Metrics, withDeadline } from "@jetwire/runtime";
import type { EngineConnection } from "../connection/engine-connection.ts";
import type { FilterView } from "./audience.ts";
import { Audiences, type SentCounts } from "./audiences.ts";
import type { FilterRefusal } from "./filter-counts.ts";
import { FirehoseMessage } from "./firehose-message.ts";
import { createPace, type Pace } from "./pace.ts";
import { createReceptionCounts } from "./reception-counts.ts";
import { createRecentMessages } from "./recent-messages.ts";

/*
 * The firehose of one gateway. It subscribes to the ticks of the sampler while any connection
 * receives them. A connection joins in these steps:
 *
 *   joining    the channel is being subscribed; `prepare` looks at the recent messages
 *   begin      called at the moment live messages start: the recent messages passed to it will not
 *              come live, and no message comes in between
 *   receiving  each tick is written to it, or skipped if it reads too slowly
 */

/** The part of the firehose that a connection wants to receive. */
export interface SniffView extends FilterView {
  /** Prepares with the recent messages, which are read first if this is given. */
  prepare?(recent: readonly FirehoseMessage[]): Promise<void>;
  /** Called at the moment live messages start. @param recent returns the recent messages, newest first */
  begin(recent: () => readonly FirehoseMessage[]): void;
}

export interface FirehoseOptions {
  readonly store: Pick<FirehoseStore, "subscribe" | "recent">;
  readonly channels: Channels;
  readonly quota: Pick<Quota, "reserve" | "release">;
  readonly log: Logger;
  readonly pace?: Pace;
}

interface OpenChannel {
  readonly subscription: ChannelSubscription;
  /** Resolves once the recent messages have been read. */
  readonly filled: Promise<void>;
}

const receptionsMs = 1_000;
const paceMs = 500;
const readyMsMax = 5_000;
const recentMsMax = 1_500;
const noLimit = Number.MAX_SAFE_INTEGER;

/** Writes the sampler's ticks to the connections that subscribed. */
export class Firehose {
  readonly #store;
  readonly #channels;
  readonly #quota;
  readonly #log;
  readonly #pace;
  readonly #unreadable;
  readonly #age;
  readonly #recent = createRecentMessages();
  readonly #audiences;
  readonly #receptionCounts = createReceptionCounts(now);
  readonly #joining = new Set<EngineConnection>();
  #open: OpenChannel | null = null;

  constructor(options: FirehoseOptions, registry: Metrics) {
    const { store, channels, quota, log, pace = createPace() } = options;
    this.#pace = pace;
    this.#store = store;
    this.#channels = channels;
    this.#quota = quota;
    this.#log = log;
    this.#unreadable = registry.counter({
      name: "jetwire_gateway_firehose_unreadable_ticks_total",
      help: "Firehose ticks that could not be read",
    });
    this.#age = createMessageAge("firehose", registry);
    this.#audiences = new Audiences(registry, pace, now);
    // Ticks published while the connection was down are lost here, but Redis keeps the latest.
    channels.onReconnect(() => {
      if (this.#open) this.#fillRecent().catch(() => {});
    });
  }

  /** Writes the numbers of receptions that have changed since the last call. */
  sendReceptions(): void {
    this.#audiences.writeReceptions(this.#receptionCounts.drainChanged());
  }

  /** Sends numbers of receptions every second, and sets the pace. */
  async run(signal: AbortSignal): Promise<void> {
    const log = this.#log;
    const count = async () => this.sendReceptions();
    const adjust = async () => {
      this.#pace.adjust(this.#audiences.writingMs);
      this.#audiences.mergeNewcomers();
    };
    await Promise.all([
      every(receptionsMs, count, { signal, log, task: "send numbers of receptions" }),
      every(paceMs, adjust, { signal, log, task: "set the pace of the firehose" }),
    ]);
  }

  /** The least time between two writes of messages, ms; 0 while each tick is written at once. */
  get everyMs(): number {
    return this.#pace.everyMs;
  }

  /**
   * Adds a connection, or replaces its view. Resolves once ticks are written to it: to null, or to
   * the reason why its filter cannot be used.
   *
   * @throws DeadlineError when Redis does not confirm the channel.
   */
  async join(connection: EngineConnection, view: SniffView): Promise<FilterRefusal | null> {
    const refusal = this.#audiences.refusalOf(view);
    if (refusal !== null) return refusal;
    this.#joining.add(connection);
    try {
      await this.#prepare(view);
    } catch (error) {
      this.#joining.delete(connection);
      this.#closeIfUnused();
      throw error;
    }
    // It is not among them any more if the connection left meanwhile.
    if (!this.#joining.delete(connection)) return null;
    const lateRefusal = this.#audiences.refusalOf(view);
    if (lateRefusal !== null) {
      this.#closeIfUnused();
      return lateRefusal;
    }
    const coming = this.#audiences.flushFor(connection, view);
    view.begin(() => this.#recent.newestFirst().filter(({ id }) => !coming.has(id)));
    if (!this.#audiences.has(connection)) void this.#quota.reserve(sniffingQuota, noLimit);
    this.#audiences.put(connection, view);
    return null;
  }

  leave(connection: EngineConnection): void {
    this.#joining.delete(connection);
    if (this.#audiences.has(connection)) this.#quota.release(sniffingQuota);
    this.#audiences.remove(connection);
    this.#closeIfUnused();
  }

  /** Returns the messages sent to a connection, and those it was too slow for, since it joined. */
  countsOf(connection: EngineConnection): SentCounts {
    return this.#audiences.countsOf(connection);
  }

  /** Returns how many ticks connections have skipped so far. */
  skippedTicks(): number {
    return this.#audiences.skippedTicks;
  }

  #onTick(bytes: Buffer): void {
    const tick = readFirehoseTick(bytes);
    if (tick === null) {
      this.#unreadable.inc();
      return;
    }
    // A sampler that was restarted may send a message again.
    const messages = this.#recent.add(tick.messages.map((line) => new FirehoseMessage(line)));
    if (messages.length > 0) this.#audiences.write(messages);
    if (this.#audiences.size > 0) this.#age.reached(messages.map(({ id }) => messageIdTimeMs(id)));
    if (tick.head.later) this.#receptionCounts.add(tick.head.later);
    const { better = [] } = tick.head;
    this.#recent.addBetter(better);
    this.#audiences.writeBetter(better);
  }

  #openChannel(): OpenChannel {
    if (this.#open) return this.#open;
    const subscription = this.#store.subscribe(this.#channels, (bytes) => this.#onTick(bytes));
    this.#open = { subscription, filled: subscription.ready.then(() => this.#fillRecent()) };
    this.#open.filled.catch(() => {});
    return this.#open;
  }

  /**
   * Publishing a tick and keeping its messages as the latest is one step in Redis: a kept message
   * that has not arrived here after everything published before, will not arrive.
   */
  async #fillRecent(): Promise<void> {
    const messages = await this.#store.recent();
    await this.#channels.caughtUp();
    this.#recent.fill(messages.map((line) => new FirehoseMessage(line)));
  }

  #closeIfUnused(): void {
    if (this.#audiences.size > 0 || this.#joining.size > 0) return;
    this.#open?.subscription.close();
    this.#open = null;
    this.#recent.clear();
  }

  /** Waits until ticks arrive and the view is prepared. */
  async #prepare(view: SniffView): Promise<void> {
    const { subscription, filled } = this.#openChannel();
    await withDeadline(subscription.ready, readyMsMax, "subscribing to the firehose");
    if (view.prepare === undefined) return;
    // If Redis is slow, the messages that arrived here have to do.
    await withDeadline(filled, recentMsMax, "reading the recent messages").catch(() => {});
    await view.prepare(this.#recent.newestFirst());
  }
}

function now(): number {
  return performance.now();
}
