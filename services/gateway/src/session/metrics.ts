import type { Gauge, Logger, Metrics } from "@jetwire/runtime";
import type { OpenSessions } from "./session.ts";

/** Metrics of the sessions of signed-in users. */
export type SessionMetrics = ReturnType<typeof createSessionMetrics>;

export function createSessionMetrics(registry: Metrics, open: OpenSessions, log: Logger) {
  const gauge: Gauge = registry.gauge({
    name: "jetwire_gateway_sessions",
    help: "Open sessions of signed-in users",
    collect: () => gauge.set(open.size),
  });
  const failures = registry.counter({
    name: "jetwire_gateway_session_failures_total",
    help: "Operations for sessions that failed in Redis or Postgres and are tried again, by part",
    labelNames: ["part"],
  });
  return {
    ended: registry.counter({
      name: "jetwire_gateway_sessions_ended_total",
      help: "Sessions of signed-in users that ended, by reason",
      labelNames: ["reason"],
    }),
    recovered: registry.counter({
      name: "jetwire_gateway_chat_messages_recovered_total",
      help: "Chat messages sent to sessions from Postgres because their push was lost",
    }),
    /** Returns a function that counts and logs a failure of Redis or Postgres in this part. */
    onFailure:
      (part: "presence" | "push" | "check" | "event"): ((error: unknown) => void) =>
      (error) => {
        failures.inc({ part });
        log.debug({ err: error, sessionPart: part }, "an operation for sessions failed");
      },
  };
}
