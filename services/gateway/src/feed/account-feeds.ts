import type { Channels, Stores } from "@jetwire/redis";
import { createSemaphore, type Logger, type Metrics, type StageTrace } from "@jetwire/runtime";
import type { Query } from "../query.ts";
import { createFeedHistory } from "./feed-history.ts";
import { createFeedMetrics } from "./feed-metrics.ts";
import { replayFromPostgres } from "./feed-replay.ts";
import { chooseStart } from "./feed-start.ts";
import { type Feeds, type LogToBegin, openFeeds } from "./feeds.ts";

export interface AccountFeedsOptions {
  readonly stores: Pick<Stores, "feedLogs" | "streams">;
  readonly channels: Channels;
  readonly query: Query;
  readonly partitions: number;
  /** Records the spans of messages that are traced. */
  readonly trace?: StageTrace | undefined;
}

const queriesMax = 3;

/** Opens the feeds of accounts. What their logs do not have any more is read from Postgres. */
export function openAccountFeeds(
  { stores, channels, query, partitions, trace }: AccountFeedsOptions,
  logger: Logger,
  registry: Metrics,
): Feeds {
  const { feedLogs } = stores;
  const metrics = createFeedMetrics(registry, "feed", trace);
  // A thousand readers that lose their cursor at once must not send a thousand queries at once.
  const queries = createSemaphore(queriesMax);

  async function begin(after: string | null | undefined, { state }: LogToBegin) {
    return chooseStart(after, state, await feedLogs.startedMs(), Date.now());
  }

  return openFeeds(
    {
      feedLogs,
      channels,
      metrics,
      begin,
      async replay(accountId, replay) {
        const history = createFeedHistory(accountId, { stores, query, queries, partitions });
        return await replayFromPostgres(replay, history, metrics);
      },
    },
    logger,
  );
}
