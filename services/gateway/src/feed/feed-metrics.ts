import type { Metrics } from "@jetwire/runtime";
import type { AccountFeedSteps } from "./account-feed.ts";
import type { GapReason } from "./feed-replay.ts";

/** What the gateway counts of own feeds. */
export type FeedMeasures = Pick<AccountFeedSteps, "written" | "lost" | "resumed" | "cut"> & {
  readFailed(): void;
  impossible(reason: GapReason): void;
};

export function createFeedMeasures(metrics: Metrics): FeedMeasures {
  const written = metrics.counter({
    name: "jetwire_gateway_feed_messages_total",
    help: "Messages of own feeds written to connections",
  });
  const lost = metrics.counter({
    name: "jetwire_gateway_feed_holes_total",
    help: "Times that a connection's place in its feed log was lost: trimmed, or Redis emptied",
  });
  const resumed = metrics.counter({
    name: "jetwire_gateway_feed_resumed_total",
    help: "Clients that got all they had missed, by where it came from",
    labelNames: ["source"],
  });
  const replayed = metrics.counter({
    name: "jetwire_gateway_feed_replayed_messages_total",
    help: "Messages sent to clients that resumed, by where they came from",
    labelNames: ["source"],
  });
  const gaps = metrics.counter({
    name: "jetwire_gateway_feed_gaps_total",
    help: "Times that a client was told of messages it won't get, by reason",
    labelNames: ["reason"],
  });
  const cut = metrics.counter({
    name: "jetwire_gateway_feed_cut_total",
    help: "Connections closed because they did not read their feed",
  });
  const failures = metrics.counter({
    name: "jetwire_gateway_feed_read_failures_total",
    help: "Reads of feed logs that Redis did not answer",
  });
  return {
    written: (messages) => written.inc(messages),
    lost: () => lost.inc(),
    resumed(source, messages) {
      resumed.inc({ source: labelOf(source) });
      replayed.inc({ source: labelOf(source) }, messages);
    },
    impossible: (reason) => gaps.inc({ reason }),
    cut: () => cut.inc(),
    readFailed: () => failures.inc(),
  };
}

function labelOf(source: "log" | "record"): string {
  return source === "record" ? "postgres" : "log";
}
