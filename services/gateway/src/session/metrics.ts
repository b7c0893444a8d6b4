import type { Counter, Gauge, Metrics } from "@jetwire/runtime";

/** What the gateway counts of its sessions. */
export interface SessionMeasures {
  readonly ended: Counter<"reason">;
  readonly recovered: Counter;
  readonly failures: Counter<"part">;
}

export type SessionPart = "presence" | "push" | "check" | "event";

/** @param open how many sessions there are now */
export function createSessionMeasures(metrics: Metrics, open: () => number): SessionMeasures {
  const gauge: Gauge = metrics.gauge({
    name: "jetwire_gateway_sessions",
    help: "Sessions of signed-in users",
    collect: () => gauge.set(open()),
  });
  return {
    ended: metrics.counter({
      name: "jetwire_gateway_sessions_ended_total",
      help: "Sessions of signed-in users that ended, by reason",
      labelNames: ["reason"],
    }),
    recovered: metrics.counter({
      name: "jetwire_gateway_chat_messages_recovered_total",
      help: "Chat messages that came to a session from Postgres, because their push was lost",
    }),
    failures: metrics.counter({
      name: "jetwire_gateway_session_failures_total",
      help: "Work for sessions that Redis or Postgres did not answer, tried again later, by part",
      labelNames: ["part"],
    }),
  };
}
