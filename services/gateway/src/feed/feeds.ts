import type { Channels, FeedLog, Stores, ChannelSubscription } from "@jetwire/redis";
import {
  createSemaphore,
  every,
  type Logger,
  type Metrics,
  type StageTrace,
  withDeadline,
} from "@jetwire/runtime";
import type { Query } from "../query.ts";
import { AccountFeed, type FeedSubscription } from "./account-feed.ts";
import { createFeedHistory } from "./feed-history.ts";
import { createFeedMetrics } from "./feed-metrics.ts";
import type { FeedSink } from "./feed-reader.ts";
import { replayFromPostgres } from "./feed-replay.ts";
import { chooseStart } from "./feed-start.ts";

/** The feeds of all accounts that have connections here. */
export type Feeds = ReturnType<typeof openFeeds>;

export interface FeedsOptions {
  readonly stores: Pick<Stores, "feedLogs" | "streams">;
  readonly channels: Channels;
  readonly query: Query;
  readonly partitions: number;
  /** Records the spans of messages that are traced. */
  readonly trace?: StageTrace | undefined;
}

interface OpenFeed {
  readonly log: FeedLog;
  readonly feed: AccountFeed;
  readonly channel: ChannelSubscription;
  /** Connections that are subscribing now. */
  subscribing: number;
}

const checkMs = 2_000;
const readyMsMax = 2_000;
const queriesMax = 3;

export function openFeeds(options: FeedsOptions, logger: Logger, registry: Metrics) {
  const { stores, channels, query, partitions } = options;
  const { feedLogs } = stores;
  const metrics = createFeedMetrics(registry, options.trace);
  // A thousand readers that lose their cursor at once must not send a thousand queries at once.
  const queries = createSemaphore(queriesMax);
  const feeds = new Map<string, OpenFeed>();

  function open(accountId: string): OpenFeed {
    const known = feeds.get(accountId);
    if (known) return known;
    const log = feedLogs.of(accountId);
    const history = createFeedHistory(accountId, { stores, query, queries, partitions });
    const feed = new AccountFeed({
      log,
      replay: (replay) => replayFromPostgres(replay, history, metrics),
      metrics,
      logger,
      now: () => performance.now(),
    });
    const channel = log.subscribe(channels, (end) => feed.grew(end));
    const opened = { log, feed, channel, subscribing: 0 };
    feeds.set(accountId, opened);
    return opened;
  }

  function closeIfUnused(accountId: string, opened: OpenFeed): void {
    const { feed, subscribing, channel } = opened;
    if (feed.size > 0 || subscribing > 0 || feeds.get(accountId) !== opened) return;
    channel.close();
    feeds.delete(accountId);
  }

  async function checkAll(): Promise<void> {
    await Promise.all([...feeds.values()].map(({ feed }) => feed.check()));
  }

  channels.onReconnect(() => void checkAll());
  return {
    /**
     * Subscribes a connection to an account's feed. It gets everything after `after`, or what is
     * appended from now on when that is undefined, once the subscription is started.
     *
     * @param after see {@link Handshake.after}
     * @throws when Redis does not tell where the feed is.
     */
    async subscribe(
      accountId: string,
      sink: FeedSink,
      after: string | null | undefined,
    ): Promise<FeedSubscription> {
      const opened = open(accountId);
      const { log, feed, channel } = opened;
      opened.subscribing++;
      try {
        // A channel that is not ready only delays: until it is, the check finds what was appended.
        await withDeadline(channel.ready, readyMsMax, "subscribing to a feed").catch(() => {});
        const [state, startedMs] = await Promise.all([
          log.find(after ?? null),
          feedLogs.startedMs(Date.now()),
        ]);
        const start = chooseStart(after, state, startedMs, Date.now());
        const subscription = feed.subscribe(sink, start);
        return {
          start: (owned) => subscription.start(owned),
          close() {
            subscription.close();
            closeIfUnused(accountId, opened);
          },
        };
      } finally {
        opened.subscribing--;
        closeIfUnused(accountId, opened);
      }
    },
    /** Checks every two seconds for growth whose announcement was lost, until the signal aborts. */
    run: (signal: AbortSignal): Promise<void> =>
      every(
        checkMs,
        async () => {
          await checkAll();
          // Asked frequently, so that an emptied Redis is noticed soon.
          await feedLogs.startedMs(Date.now());
        },
        { signal, log: logger, task: "check feeds for unannounced growth", retryMsMax: checkMs },
      ),
  };
}
