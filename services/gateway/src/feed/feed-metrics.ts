import { createMessageAge, type Metrics, type StageTrace } from "@jetwire/runtime";

/** Metrics of own feeds, or of watches. */
export type FeedMetrics = ReturnType<typeof createFeedMetrics>;

/** @param kind what the names of the metrics contain */
export function createFeedMetrics(registry: Metrics, kind: "feed" | "watch", trace?: StageTrace) {
  return {
    /** The age of messages when they were first written to a connection. */
    age: createMessageAge(kind, registry),
    /** Records the spans of messages that are traced, when they were first written to a connection. */
    trace,
    messages: registry.counter({
      name: `jetwire_gateway_${kind}_messages_total`,
      help: `Messages of a ${kind} written to connections`,
    }),
    lostPositions: registry.counter({
      name: `jetwire_gateway_${kind}_holes_total`,
      help: "Connections whose position in a log was lost, because entries were trimmed or Redis was emptied",
    }),
    resumed: registry.counter({
      name: `jetwire_gateway_${kind}_resumed_total`,
      help: "Clients that received everything they had missed, by source of the messages",
      labelNames: ["source"],
    }),
    replayed: registry.counter({
      name: `jetwire_gateway_${kind}_replayed_messages_total`,
      help: "Messages sent to resuming clients, by source",
      labelNames: ["source"],
    }),
    gaps: registry.counter({
      name: `jetwire_gateway_${kind}_gaps_total`,
      help: "Gaps reported to clients, by reason",
      labelNames: ["reason"],
    }),
    cut: registry.counter({
      name: `jetwire_gateway_${kind}_cut_total`,
      help: "Connections closed because they do not read",
    }),
    failures: registry.counter({
      name: `jetwire_gateway_${kind}_read_failures_total`,
      help: "Failed reads of logs in Redis",
    }),
  };
}
