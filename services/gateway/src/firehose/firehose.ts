import { messageIdTimeMs, readFirehoseTick } from "@jetwire/protocol";
import {
  type Channels,
  type FirehoseStore,
  type Quota,
  sniffingQuota,
  type Subscription,
} from "@jetwire/redis";
import { createMessageAge, every, type Logger, type Metrics, withDeadline } from "@jetwire/runtime";
import type { EngineConnection } from "../connection/engine-connection.ts";
import {
  createAudiences,
  type FilterRefusal,
  type FilterView,
  type SentCounts,
} from "./audiences.ts";
import { type FirehoseMessage, readFirehoseMessage } from "./firehose-message.ts";
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

/** Writes the sampler's ticks to the connections that subscribed. */
export type Firehose = ReturnType<typeof createFirehose>;

/** The part of the firehose that a connection wants to receive. */
export interface SniffView extends FilterView {
  /** Prepares with the recent messages, which are read first if this is given. */
  prepare?(recent: readonly FirehoseMessage[]): Promise<void>;
  /** Called with the recent messages, newest first, at the moment live messages start. */
  begin(recent: readonly FirehoseMessage[]): void;
}

export interface FirehoseOptions {
  readonly store: Pick<FirehoseStore, "subscribe" | "recent">;
  readonly channels: Channels;
  readonly quota: Pick<Quota, "reserve" | "release">;
  readonly log: Logger;
}

interface OpenChannel {
  readonly subscription: Subscription;
  /** Resolves once the recent messages have been read. */
  readonly filled: Promise<void>;
}

const receptionsMs = 1_000;
const readyMsMax = 5_000;
const recentMsMax = 1_500;
const noLimit = Number.MAX_SAFE_INTEGER;

export function createFirehose(
  { store, channels, quota, log }: FirehoseOptions,
  registry: Metrics,
) {
  const unreadable = registry.counter({
    name: "jetwire_gateway_firehose_unreadable_ticks_total",
    help: "Firehose ticks that could not be read",
  });
  const age = createMessageAge("firehose", registry);
  const recent = createRecentMessages();
  const audiences = createAudiences(registry, now);
  const receptionCounts = createReceptionCounts(now);
  const joining = new Set<EngineConnection>();
  let open: OpenChannel | null = null;

  function onTick(bytes: Buffer): void {
    const tick = readFirehoseTick(bytes);
    if (tick === null) {
      unreadable.inc();
      return;
    }
    // A sampler that was restarted may send a message again.
    const messages = recent.add(tick.messages.map(readFirehoseMessage));
    if (messages.length > 0) audiences.write(messages);
    if (audiences.size > 0) age.reached(messages.map(({ id }) => messageIdTimeMs(id)));
    if (tick.head.later) receptionCounts.add(tick.head.later);
    const { better = [] } = tick.head;
    recent.addBetter(better);
    audiences.writeBetter(better);
  }

  function openChannel(): OpenChannel {
    if (open) return open;
    const subscription = store.subscribe(channels, onTick);
    open = { subscription, filled: subscription.ready.then(fillRecent) };
    open.filled.catch(() => {});
    return open;
  }

  /**
   * Publishing a tick and keeping its messages as the latest is one step in Redis: a kept message
   * that has not arrived here after everything published before, will not arrive.
   */
  async function fillRecent(): Promise<void> {
    const messages = await store.recent();
    await channels.caughtUp();
    recent.fill(messages.map(readFirehoseMessage));
  }

  function closeIfUnused(): void {
    if (audiences.size > 0 || joining.size > 0) return;
    open?.subscription.close();
    open = null;
    recent.clear();
  }

  /** Waits until ticks arrive and the view is prepared. */
  async function prepare(view: SniffView): Promise<void> {
    const { subscription, filled } = openChannel();
    await withDeadline(subscription.ready, readyMsMax, "subscribing to the firehose");
    if (view.prepare === undefined) return;
    // If Redis is slow, the messages that arrived here have to do.
    await withDeadline(filled, recentMsMax, "reading the recent messages").catch(() => {});
    await view.prepare(recent.newestFirst());
  }

  // Ticks published while the connection was down are lost here, but Redis keeps the latest.
  channels.onReconnect(() => {
    if (open) fillRecent().catch(() => {});
  });

  function sendReceptions(): void {
    audiences.writeReceptions(receptionCounts.takeChanged());
  }

  return {
    /** Writes the numbers of receptions that have changed since the last call. */
    sendReceptions,
    /** Sends numbers of receptions every second. */
    run: (signal: AbortSignal): Promise<void> =>
      every(receptionsMs, async () => sendReceptions(), {
        signal,
        log,
        task: "send numbers of receptions",
      }),
    /**
     * Adds a connection, or replaces its view. Resolves once ticks are written to it: to null, or to
     * the reason why its filter cannot be used.
     *
     * @throws DeadlineError when Redis does not confirm the channel.
     */
    async join(connection: EngineConnection, view: SniffView): Promise<FilterRefusal | null> {
      const refusal = audiences.refusalOf(view);
      if (refusal !== null) return refusal;
      joining.add(connection);
      try {
        await prepare(view);
      } catch (error) {
        joining.delete(connection);
        closeIfUnused();
        throw error;
      }
      // It is not among them any more if the connection left meanwhile.
      if (!joining.delete(connection)) return null;
      const lateRefusal = audiences.refusalOf(view);
      if (lateRefusal !== null) {
        closeIfUnused();
        return lateRefusal;
      }
      view.begin(recent.newestFirst());
      if (!audiences.has(connection)) void quota.reserve(sniffingQuota, noLimit);
      audiences.put(connection, view);
      return null;
    },
    leave(connection: EngineConnection): void {
      joining.delete(connection);
      if (audiences.has(connection)) quota.release(sniffingQuota);
      audiences.remove(connection);
      closeIfUnused();
    },
    /** Returns the messages sent to a connection, and those it was too slow for, since it joined. */
    countsOf: (connection: EngineConnection): SentCounts => audiences.countsOf(connection),
    /** Returns how many ticks connections have skipped so far. */
    skippedTicks: (): number => audiences.skippedTicks,
  };
}

function now(): number {
  return performance.now();
}
