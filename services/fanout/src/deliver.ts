import type { StationOwner, StreamEntry } from "@jetwire/protocol";
import type { FeedAppend } from "@jetwire/redis";
import type { Counter, Metrics } from "@jetwire/runtime";
import { type RoomMessages, route, type Routing } from "./route.ts";

/** What delivering a batch needs of the rest. */
export interface DeliverySteps {
  /** Looks up stations that aren't known yet. */
  learn(stationIds: Iterable<number>): Promise<void>;
  ownerOf(stationId: number): StationOwner | undefined;
  /** Stations whose rooms somebody is in, as of now. */
  watched(): Promise<ReadonlySet<number>>;
  appendToFeed(
    accountId: string,
    partition: number,
    messages: readonly FeedAppend[],
  ): Promise<unknown>;
  /** Hands messages to a station's room; best effort, so nothing to wait for. */
  emitToRoom(messages: RoomMessages): void;
}

export type Deliver = (partition: number, entries: readonly StreamEntry[]) => Promise<void>;

/**
 * Delivers one batch of one partition: to feed logs first, in parallel across accounts, then to
 * rooms, so that a batch that fails and comes again has not been in a room yet.
 *
 * @throws when a feed log didn't take its messages; the same batch must come again.
 */
export function createDeliver(steps: DeliverySteps, metrics: Metrics): Deliver {
  const measures = deliverMeasures(metrics);
  return async (partition, entries) => {
    await steps.learn(entries.map((entry) => entry.stationId));
    const routing = route(entries, (id) => steps.ownerOf(id), await steps.watched());
    await Promise.all(
      [...routing.feeds].map(([accountId, messages]) =>
        steps.appendToFeed(accountId, partition, messages),
      ),
    );
    for (const room of routing.rooms.values()) steps.emitToRoom(room);
    count(measures, routing);
  };
}

interface DeliverMeasures {
  readonly delivered: Counter<"to">;
  readonly undelivered: Counter<"reason">;
}

function deliverMeasures(metrics: Metrics): DeliverMeasures {
  return {
    delivered: metrics.counter({
      name: "jetwire_fanout_messages_total",
      help: "Messages handed on, by where to",
      labelNames: ["to"],
    }),
    undelivered: metrics.counter({
      name: "jetwire_fanout_messages_undelivered_total",
      help: "Messages that could not be routed, by reason",
      labelNames: ["reason"],
    }),
  };
}

function count({ delivered, undelivered }: DeliverMeasures, routing: Routing): void {
  for (const messages of routing.feeds.values()) delivered.inc({ to: "feed" }, messages.length);
  for (const room of routing.rooms.values()) {
    delivered.inc({ to: "room" }, room.messageTexts.length);
  }
  undelivered.inc({ reason: "unknown-station" }, routing.unknownStations);
  undelivered.inc({ reason: "unreadable" }, routing.unreadable);
}
