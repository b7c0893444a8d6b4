import {
  type Channels,
  feedLogTail,
  isFeedPosition,
  type Keys,
  readFeedLog,
  type RedisConnection,
  type Subscription,
} from "@jetwire/redis";
import { type Logger, type Metrics, pause, withDeadline } from "@jetwire/runtime";
import {
  type AccountFeed,
  type AccountFeedSteps,
  createAccountFeed,
  type FeedPlace,
} from "./account-feed.ts";
import type { Wire } from "./wire.ts";

/** The feeds of all accounts that have connections here. */
export interface Feeds {
  /**
   * Takes a place at the end of the account's feed log: what is appended from now on comes once
   * the place begins.
   *
   * @throws when Redis doesn't say where the end is.
   */
  join(accountId: string, wire: Wire): Promise<FeedPlace>;
  /** Looks every few seconds for growth that went unheard, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

interface OpenFeed {
  readonly feed: AccountFeed;
  readonly subscription: Subscription;
  /** Connections that are about to join. */
  joining: number;
}

const checkMs = 3_000;
const standingMsMax = 2_000;

export function createFeeds(
  redis: RedisConnection,
  keys: Keys,
  channels: Channels,
  log: Logger,
  metrics: Metrics,
): Feeds {
  const stepsOf = feedSteps(redis, keys, log, metrics);
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
    async join(accountId, wire) {
      const opened = openFeed(accountId);
      opened.joining++;
      try {
        // Not standing yet only delays: until then growth is found by the check.
        const standing = opened.subscription.standing;
        await withDeadline(standing, standingMsMax, "subscribing to a feed").catch(() => {});
        const place = opened.feed.join(wire, await feedLogTail(redis, keys, accountId));
        return {
          begin: () => place.begin(),
          leave() {
            place.leave();
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
        await pause(checkMs, signal);
        await checkAll();
      }
    },
  };
}

function feedSteps(
  redis: RedisConnection,
  keys: Keys,
  log: Logger,
  metrics: Metrics,
): (accountId: string) => AccountFeedSteps {
  const written = metrics.counter({
    name: "jetwire_gateway_feed_messages_total",
    help: "Messages of own feeds written to connections",
  });
  const missed = metrics.counter({
    name: "jetwire_gateway_feed_holes_total",
    help: "Times that messages were trimmed from a feed log before a connection had them",
  });
  const cut = metrics.counter({
    name: "jetwire_gateway_feed_cut_total",
    help: "Connections closed because they did not read their feed",
  });
  const failures = metrics.counter({
    name: "jetwire_gateway_feed_read_failures_total",
    help: "Reads of feed logs that Redis did not answer",
  });
  return (accountId) => ({
    read: (after, countMax) => readFeedLog(redis, keys, accountId, after, countMax),
    tail: () => feedLogTail(redis, keys, accountId),
    now: () => performance.now(),
    written: (messages) => written.inc(messages),
    missed: () => missed.inc(),
    cut: () => cut.inc(),
    failed(error) {
      failures.inc();
      log.debug({ err: error }, "a feed log could not be read");
    },
  });
}
