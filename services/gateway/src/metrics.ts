import type { Counter, Gauge, Metrics } from "@jetwire/runtime";
import type { Credentials } from "./handshake/credentials.ts";

/** What the gateway counts of its connections. */
export interface Measures {
  readonly sockets: Gauge<"kind">;
  readonly refusedConnections: Counter<"reason">;
  readonly refusedEvents: Counter<"reason">;
  readonly cutConnections: Counter<"reason">;
}

export function createMeasures(metrics: Metrics): Measures {
  return {
    sockets: metrics.gauge({
      name: "jetwire_gateway_sockets",
      help: "Sockets that are connected, by what their credentials make them",
      labelNames: ["kind"],
    }),
    refusedConnections: metrics.counter({
      name: "jetwire_gateway_connections_refused_total",
      help: "Connections that were not let in, by reason",
      labelNames: ["reason"],
    }),
    refusedEvents: metrics.counter({
      name: "jetwire_gateway_events_refused_total",
      help: "Client events that were refused, by reason",
      labelNames: ["reason"],
    }),
    cutConnections: metrics.counter({
      name: "jetwire_gateway_connections_cut_total",
      help: "Connections ended: not reading, flooding, keys that hold no more, by reason",
      labelNames: ["reason"],
    }),
  };
}

/** What a socket is, by the strongest credential it holds. */
export function kindOf({ account, session }: Credentials): "feed" | "session" | "anonymous" {
  if (account.outcome === "held") return "feed";
  return session.outcome === "held" ? "session" : "anonymous";
}
