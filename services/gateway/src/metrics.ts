import type { Counter, Gauge, Metrics } from "@jetwire/runtime";
import type { Credentials } from "./handshake/credentials.ts";
import { type ConnectionAdmission, connectionRefusals } from "./handshake/admission.ts";
import { secondConnect } from "./handshake/connect-guard.ts";

/** Metrics of connections and client events. */
export interface GatewayMetrics {
  readonly sockets: Gauge<"kind">;
  readonly refusedConnections: Counter<"reason">;
  readonly refusedEvents: Counter<"reason">;
  readonly cutConnections: Counter<"reason">;
}

export function createGatewayMetrics(registry: Metrics): GatewayMetrics {
  const metrics = {
    sockets: registry.gauge({
      name: "jetwire_gateway_sockets",
      help: "Connected sockets by their strongest valid credential",
      labelNames: ["kind"],
    }),
    refusedConnections: registry.counter({
      name: "jetwire_gateway_connections_refused_total",
      help: "Connections refused, by reason",
      labelNames: ["reason"],
    }),
    refusedEvents: registry.counter({
      name: "jetwire_gateway_events_refused_total",
      help: "Client events refused, by reason",
      labelNames: ["reason"],
    }),
    cutConnections: registry.counter({
      name: "jetwire_gateway_connections_cut_total",
      help: "Connections closed by the gateway (client does not read, floods, or its key ended), by reason",
      labelNames: ["reason"],
    }),
  };
  // From 0 on, so that Prometheus sees the first refusals as an increase.
  for (const reason of [...connectionRefusals, secondConnect]) {
    metrics.refusedConnections.inc({ reason }, 0);
  }
  return metrics;
}

/** Exports whether the gateway refuses everything because it is drained, so that its not being ready is intended. */
export function exportDraining(
  registry: Pick<Metrics, "gauge">,
  admission: Pick<ConnectionAdmission, "isClosed">,
): void {
  registry.gauge({
    name: "jetwire_draining",
    help: "1 while the gateway is drained, by an operator or because it stops, else 0",
    collect() {
      this.set(Number(admission.isClosed));
    },
  });
}

/** Returns the strongest valid credential of a socket. */
export function kindOf({ account, session }: Credentials): "feed" | "session" | "anonymous" {
  if (account.status === "valid") return "feed";
  return session.status === "valid" ? "session" : "anonymous";
}
