import type {
  Channels,
  ChannelSubscription,
  FeedEntry,
  FeedLog,
  FeedLogState,
  Stores,
} from "@jetwire/redis";
import { every, type Logger, withDeadline } from "@jetwire/runtime";
import { AccountFeed, type FeedSubscription } from "./account-feed.ts";
import type { FeedMetrics } from "./feed-metrics.ts";
import type { FeedSink, Replay, ReplayResult } from "./feed-reader.ts";
import type { FeedStart } from "./feed-start.ts";

/** The feeds that have connections here: of accounts, or of watches. */
export type Feeds = ReturnType<typeof openFeeds>;

/** A log, where it ends, and where it has the message that a client received last. */
export interface LogToBegin {
  readonly id: string;
  readonly log: FeedLog;
  readonly state: FeedLogState;
}

export interface FeedsOptions {
  readonly feedLogs: Stores["feedLogs"];
  readonly channels: Channels;
  readonly metrics: FeedMetrics;
  /** Replays to a reader of a feed what its log does not have any more. @throws when Redis does not answer. */
  replay(id: string, replay: Replay): Promise<ReplayResult>;
  /** Chooses where a reader begins. @param after see {@link Handshake.after} */
  begin(after: string | null | undefined, log: LogToBegin): Promise<FeedStart>;
  /** Returns the ids of entries that may not be shown any more. @throws if that cannot be found out now */
  readonly withheld?: ((entries: readonly FeedEntry[]) => Promise<ReadonlySet<string>>) | undefined;
}

interface OpenFeed {
  readonly log: FeedLog;
  readonly feed: AccountFeed;
  readonly channel: ChannelSubscription;
  /** Connections that are subscribing now. */
  subscribing: number;
  /** How often its readers had to look for what they have missed. */
  losses: number;
}

const checkMs = 2_000;
const readyMsMax = 2_000;

export function openFeeds(options: FeedsOptions, logger: Logger) {
  const { feedLogs, channels, metrics, replay, begin, withheld } = options;
  const feeds = new Map<string, OpenFeed>();

  function open(id: string): OpenFeed {
    const known = feeds.get(id);
    if (known) return known;
    const log = feedLogs.of(id);
    const feed = new AccountFeed({
      log,
      replay: (asked) => replay(id, asked),
      withheld,
      metrics,
      logger,
      now: () => performance.now(),
    });
    const channel = log.subscribe(channels, (end) => feed.grew(end));
    const opened = { log, feed, channel, subscribing: 0, losses: 0 };
    feeds.set(id, opened);
    return opened;
  }

  function closeIfUnused(id: string, opened: OpenFeed): void {
    const { feed, subscribing, channel } = opened;
    if (feed.size > 0 || subscribing > 0 || feeds.get(id) !== opened) return;
    channel.close();
    feeds.delete(id);
  }

  async function checkAll(): Promise<void> {
    await Promise.all([...feeds.values()].map(({ feed }) => feed.check()));
  }

  channels.onReconnect(() => void checkAll());
  return {
    /**
     * Subscribes a connection to a feed. It gets everything after `after`, or what is
     * appended from now on when that is undefined, once the subscription is started.
     *
     * @param after see {@link Handshake.after}
     * @throws when Redis does not tell where the feed is.
     */
    async subscribe(
      id: string,
      sink: FeedSink,
      after: string | null | undefined,
    ): Promise<FeedSubscription> {
      const opened = open(id);
      const { log, feed, channel } = opened;
      opened.subscribing++;
      try {
        // A channel that is not ready only delays: until it is, the check finds what was appended.
        await withDeadline(channel.ready, readyMsMax, "subscribing to a feed").catch(() => {});
        const { losses } = opened;
        const start = await begin(after, { id, log, state: await log.find(after ?? null) });
        const subscription = feed.subscribe(sink, start);
        // It was not among the readers, and where it begins may have been chosen before.
        if (opened.losses !== losses) subscription.lose();
        return {
          ...subscription,
          close() {
            subscription.close();
            closeIfUnused(id, opened);
          },
        };
      } finally {
        opened.subscribing--;
        closeIfUnused(id, opened);
      }
    },
    /** Has the readers of a feed look for what they have missed, because its log may have; also those that subscribe now. */
    lose(id: string): void {
      const opened = feeds.get(id);
      if (opened === undefined) return;
      opened.losses++;
      opened.feed.lose();
    },
    /** Checks every two seconds for growth whose announcement was lost, until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      every(
        checkMs,
        async () => {
          await checkAll();
          // Asked frequently, so that an emptied Redis is noticed soon.
          await feedLogs.startedMs();
        },
        { signal, log: logger, task: "check feeds for unannounced growth", retryMsMax: checkMs },
      ),
  };
}
