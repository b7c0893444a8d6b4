import * as db from "@jetwire/db";
import { messageIdFloor, messageIdTimeMs } from "@jetwire/protocol";
import type { Channels, FeedCursor, FeedEntry, Stores } from "@jetwire/redis";
import { watchLogId } from "@jetwire/redis";
import type { Logger, Metrics } from "@jetwire/runtime";
import { createFeedMetrics } from "../feed/feed-metrics.ts";
import type { FeedStart } from "../feed/feed-start.ts";
import { type Feeds, type LogToBegin, openFeeds } from "../feed/feeds.ts";
import type { Query } from "../query.ts";
import type { StationDirectory } from "../rooms/stations.ts";

export interface WatchLogsOptions {
  readonly feedLogs: Stores["feedLogs"];
  readonly channels: Channels;
  readonly query: Query;
  readonly stations: Pick<StationDirectory, "findAll">;
  /** Returns since when a watch is registered without interruption, Unix ms of the clock of Redis. */
  readonly registeredMs: (watchId: string) => number;
}

/** How long what was missed is kept: fanout keeps entries at least this long. */
export const watchedMs = 3_600_000;
/** Clocks differ: what was appended shortly before a position is sent again, with the same ids. */
const clockMs = 10_000;
/** Servers of a Redis Cluster have clocks of their own. */
const serverClockMs = 1_000;
/** A message this old may have been redacted, or its station hidden, since it was appended. */
const freshMs = 10_000;

/**
 * Opens the logs of watches, which are read as feed logs are. What they do not have any more is a gap: REST has the
 * messages. What was redacted since it was appended is not shown, nor what is from a station that was hidden since.
 */
export function openWatchLogs(
  { feedLogs, channels, query, stations, registeredMs }: WatchLogsOptions,
  log: Logger,
  registry: Metrics,
): Feeds {
  async function begin(
    after: string | null | undefined,
    { id, log: watchLog, state }: LogToBegin,
  ): Promise<FeedStart> {
    const nowMs = Date.now();
    if (after === undefined) {
      return { from: "live", cursor: state.end, joinedId: messageIdFloor(nowMs) };
    }
    const lost: FeedStart = { from: "postgres", afterId: after };
    if (after === null) return lost;
    const afterMs = messageIdTimeMs(after);
    const keptSinceMs = Math.max(await feedLogs.startedMs(), state.sinceMs);
    if (afterMs < keptSinceMs) return lost;
    const cursor = await findCursor();
    if (cursor === null) return lost;
    return { from: "log", cursor, end: state.end.position, afterId: after };

    /**
     * Finds where the client is; null if the log had no registration, or has no entries, from then on. What was appended
     * before the registration proves nothing: fanout may have finished a batch after Redis had lost an earlier one.
     */
    async function findCursor(): Promise<FeedCursor | null> {
      const { message } = state;
      const sinceMs = registeredMs(id);
      if (message !== null && appendedMs(message) >= sinceMs + serverClockMs) return message;
      if (afterMs < sinceMs || afterMs < nowMs - watchedMs) return null;
      return message ?? (await watchLog.startAfter(afterMs - clockMs));
    }
  }

  /** @throws if it cannot be found out what was redacted or hidden, so that nothing is shown until it can */
  async function withheld(entries: readonly FeedEntry[]): Promise<ReadonlySet<string>> {
    const freshFromMs = Date.now() - freshMs;
    const old = entries.filter(({ messageId }) => messageIdTimeMs(messageId) < freshFromMs);
    if (old.length === 0) return new Set();
    const ids = old.map(({ messageId }) => messageId);
    const [redacted, found] = await Promise.all([
      query((sql) => db.redactions.findRedacted(sql, ids)),
      stations.findAll(old.map(({ stationId }) => stationId)),
    ]);
    if (old.some(({ stationId }) => !found.has(stationId))) throw new Error("stations are unknown");
    const hidden = old.filter(({ stationId }) => found.get(stationId)?.hidden ?? true);
    return new Set([...redacted, ...hidden.map(({ messageId }) => messageId)]);
  }

  return openFeeds(
    {
      feedLogs: { ...feedLogs, of: (watchId) => feedLogs.of(watchLogId(watchId)) },
      channels,
      metrics: createFeedMetrics(registry, "watch"),
      begin,
      withheld,
      replay: async (watchId) => {
        const { end } = await feedLogs.of(watchLogId(watchId)).find(null);
        return { cutover: end, gap: { oldest: null } };
      },
    },
    log,
  );
}

/** Returns when an entry was appended, Unix ms: its tag has the time in µs. */
function appendedMs({ tag }: FeedCursor): number {
  return Number(tag) / 1_000;
}
