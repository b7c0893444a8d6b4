import {
  type Channels,
  feedsBeganMs,
  findInFeedLog,
  isFeedPosition,
  readFeedLog,
  type Subscription,
} from "@jetwire/redis";
import { type Logger, type Metrics, pause, withDeadline } from "@jetwire/runtime";
import {
  type AccountFeed,
  type AccountFeedSteps,
  createAccountFeed,
  type FeedSeat,
} from "./account-feed.ts";
import { createFeedMeasures } from "./feed-metrics.ts";
import type { FeedOutlet } from "./feed-reader.ts";
import { type RecordSources, recordSteps } from "./feed-record.ts";
import { replayRecord } from "./feed-replay.ts";
import { whereToBegin } from "./feed-start.ts";

/** The feeds of all accounts that have connections here. */
export interface Feeds {
  /**
   * Takes a seat in an account's feed: everything after `after`, or what is appended from now on
   * when that is undefined, comes once the seat begins.
   *
   * @param after the last message that the client has; null when what it gave is no message id
   * @throws when Redis doesn't say where the feed is.
   */
  join(accountId: string, outlet: FeedOutlet, after: string | null | undefined): Promise<FeedSeat>;
  /** Looks every other second for growth that went unheard, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

export interface FeedSources extends RecordSources {
  readonly channels: Channels;
}

interface OpenFeed {
  readonly feed: AccountFeed;
  readonly subscription: Subscription;
  /** Connections that are about to join. */
  joining: number;
}

const checkMs = 2_000;
const standingMsMax = 2_000;

export function createFeeds(sources: FeedSources, log: Logger, metrics: Metrics): Feeds {
  const { redis, keys, channels } = sources;
  const stepsOf = feedSteps(sources, log, metrics);
  const open = new Map<string, OpenFeed>();

  function openFeed(accountId: string): OpenFeed {
    const known = open.get(accountId);
    if (known) return known;
    const feed = createAccountFeed(stepsOf(accountId));
    const subscription = channels.subscribe(keys.feedChannel(accountId), (message) => {
      const position = message.toString();
      if (isFeedPosition(position)) feed.grew(position);
    });
    const opened = { feed, subscription, joining: 0 };
    open.set(accountId, opened);
    return opened;
  }

  function closeIfEmpty(accountId: string, opened: OpenFeed): void {
    if (opened.feed.size > 0 || opened.joining > 0 || open.get(accountId) !== opened) return;
    opened.subscription.close();
    open.delete(accountId);
  }

  async function checkAll(): Promise<void> {
    await Promise.all([...open.values()].map(({ feed }) => feed.check()));
  }

  channels.onReturn(() => void checkAll());
  return {
    async join(accountId, outlet, after) {
      const opened = openFeed(accountId);
      opened.joining++;
      try {
        // Not standing yet only delays: until then growth is found by the check.
        const standing = opened.subscription.standing;
        await withDeadline(standing, standingMsMax, "subscribing to a feed").catch(() => {});
        const [found, beganMs] = await Promise.all([
          findInFeedLog(redis, keys, accountId, after ?? null),
          feedsBeganMs(redis, keys, Date.now()),
        ]);
        const seat = opened.feed.join(outlet, whereToBegin(after, found, beganMs, Date.now()));
        return {
          begin: (owned) => seat.begin(owned),
          leave() {
            seat.leave();
            closeIfEmpty(accountId, opened);
          },
        };
      } finally {
        opened.joining--;
        closeIfEmpty(accountId, opened);
      }
    },
    async run(signal) {
      while (!signal.aborted) {
        // Asked so often that an emptied Redis is noticed soon.
        await feedsBeganMs(redis, keys, Date.now()).catch(() => {});
        await pause(checkMs, signal);
        await checkAll();
      }
    },
  };
}

function feedSteps(
  sources: FeedSources,
  log: Logger,
  metrics: Metrics,
): (accountId: string) => AccountFeedSteps {
  const { redis, keys } = sources;
  const measures = createFeedMeasures(metrics);
  const record = recordSteps(sources, measures);
  return (accountId) => ({
    ...measures,
    read: (from, countMax) => readFeedLog(redis, keys, accountId, from, countMax),
    end: async () => (await findInFeedLog(redis, keys, accountId, null)).end,
    replay: (replay) => replayRecord(replay, record(accountId)),
    now: () => performance.now(),
    failed(error) {
      measures.readFailed();
      log.debug({ err: error }, "a feed log could not be read");
    },
  });
}
