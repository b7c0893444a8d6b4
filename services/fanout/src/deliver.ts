import { messageIdTimeMs, readEntryWhole, type StreamEntry } from "@jetwire/protocol";
import { type FeedAppend, type FeedSource, type WatchedStations, watchLogId } from "@jetwire/redis";
import { createMessageAge, type Metrics, type StageTrace } from "@jetwire/runtime";
import type { FeedAppender } from "./feed-appender.ts";
import type { Owners } from "./owners.ts";
import type { Redactions } from "./redactions.ts";
import { routeToFeeds, routeToRooms } from "./route.ts";
import type { Watches } from "./watches.ts";
import type { StationRooms } from "./station-rooms.ts";

export interface DeliveryTargets {
  readonly owners: Pick<Owners, "learn" | "of">;
  readonly watchedStations: WatchedStations;
  readonly redactions: Pick<Redactions, "ready" | "withoutRedacted">;
  readonly feeds: Pick<FeedAppender, "append">;
  readonly watches: Pick<Watches, "learn" | "route">;
  /** The logs of watches, by the names that `watchLogId` gives them. */
  readonly watchLogs: Pick<FeedAppender, "append">;
  readonly rooms: Pick<StationRooms, "add">;
}

export type Deliver = (
  partition: number,
  entries: readonly StreamEntry[],
  lease: FeedSource,
) => Promise<void>;

/** The messages for a log, after the account or the watch that it is of. */
type Routed = readonly [id: string, messages: readonly FeedAppend[]];

/**
 * Delivers one batch of one partition: to feed logs first, in parallel across accounts, then to
 * rooms, so that a batch that fails and is repeated was not emitted to a room before.
 *
 * @param trace records the spans of messages that are traced
 * @throws when a feed log did not accept its messages; the same batch must come again.
 */
export function createDeliver(
  { owners, watchedStations, redactions, feeds, watches, watchLogs, rooms }: DeliveryTargets,
  metrics: Metrics,
  trace?: StageTrace,
): Deliver {
  const delivered = metrics.counter({
    name: "jetwire_fanout_messages_total",
    help: "Messages delivered, by destination",
    labelNames: ["to"],
  });
  const undelivered = metrics.counter({
    name: "jetwire_fanout_messages_undelivered_total",
    help: "Messages that could not be routed, by reason",
    labelNames: ["reason"],
  });
  const age = createMessageAge("feed-log", metrics);

  async function appendToFeed([accountId, messages]: Routed, lease: FeedSource): Promise<void> {
    await feeds.append(accountId, messages, lease);
    delivered.inc({ to: "feed" }, messages.length);
    age.reached(messages.map(({ messageId }) => messageIdTimeMs(messageId)));
  }

  async function appendToWatch([watchId, messages]: Routed, lease: FeedSource): Promise<void> {
    await watchLogs.append(watchLogId(watchId), messages, lease);
    delivered.inc({ to: "watch" }, messages.length);
  }

  return async (partition, entries, lease) => {
    const fromMs = Date.now();
    await owners.learn(entries.flatMap(stationIdsOf));
    await redactions.ready();
    const accepted = redactions.withoutRedacted(entries);
    const routing = routeToFeeds(accepted, owners.of);
    const appendToWatches = async () => {
      await watches.learn();
      const routed = [...watches.route(accepted, owners.of)];
      await Promise.all(routed.map((each) => appendToWatch(each, lease)));
    };
    // What does not need the answer of another is asked at once: Redis is woken once for a batch.
    const [watched] = await Promise.all([
      watchedStations.rooms(),
      appendToWatches(),
      ...[...routing.feeds].map((each) => appendToFeed(each, lease)),
    ]);
    for (const [name, room] of routeToRooms(accepted, owners.of, watched)) {
      rooms.add(partition, name, room);
      delivered.inc({ to: "room" }, room.messageTexts.length);
    }
    undelivered.inc({ reason: "unknown-station" }, routing.unknownStations);
    trace?.record(
      entries.filter(({ storeOnly }) => !storeOnly),
      fromMs,
    );
  };
}

/** Returns the station of a message and those that its whole is made of. */
function stationIdsOf({ stationId, wholeJson }: StreamEntry): number[] {
  return [stationId, ...(readEntryWhole(wholeJson)?.stationIds ?? [])];
}
