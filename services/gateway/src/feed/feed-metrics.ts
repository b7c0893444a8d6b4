import { createMessageAge, type Metrics, type StageTrace } from "@jetwire/runtime";

/** Metrics of own feeds. */
export type FeedMetrics = ReturnType<typeof createFeedMetrics>;

export function createFeedMetrics(registry: Metrics, trace?: StageTrace) {
  return {
    /** The age of messages when they were first written to a connection. */
    age: createMessageAge("feed", registry),
    /** Records the spans of messages that are traced, when they were first written to a connection. */
    trace,
    messages: registry.counter({
      name: "jetwire_gateway_feed_messages_total",
      help: "Messages of own feeds written to connections",
    }),
    lostPositions: registry.counter({
      name: "jetwire_gateway_feed_holes_total",
      help: "Connections whose position in the feed log was lost, because entries were trimmed or Redis was emptied",
    }),
    resumed: registry.counter({
      name: "jetwire_gateway_feed_resumed_total",
      help: "Clients that received everything they had missed, by source of the messages",
      labelNames: ["source"],
    }),
    replayed: registry.counter({
      name: "jetwire_gateway_feed_replayed_messages_total",
      help: "Messages sent to resuming clients, by source",
      labelNames: ["source"],
    }),
    gaps: registry.counter({
      name: "jetwire_gateway_feed_gaps_total",
      help: "Gaps reported to clients by feed:gap, by reason",
      labelNames: ["reason"],
    }),
    cut: registry.counter({
      name: "jetwire_gateway_feed_cut_total",
      help: "Connections closed because they do not read their feed",
    }),
    failures: registry.counter({
      name: "jetwire_gateway_feed_read_failures_total",
      help: "Failed reads of feed logs in Redis",
    }),
  };
}
