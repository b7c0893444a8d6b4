import { type OnEvent, refused } from "../connection/client-events.ts";
import { isKnown } from "../handshake/credentials.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { type MonitorSteps, offerMonitor } from "./monitor.ts";
import { offerSniff, type SniffSteps } from "../firehose/sniff.ts";

export interface SubscriptionSteps extends MonitorSteps, SniffSteps {
  /** Whether they are open to whoever shows no credentials. */
  readonly isPublic: boolean;
}

/** Everything a socket can subscribe to; a new kind is a file here and a line below. */
export function offerSubscriptions(
  socket: GatewaySocket,
  on: OnEvent,
  steps: SubscriptionSteps,
): void {
  const isOpen = steps.isPublic || isKnown(socket.data.credentials);
  const gated: OnEvent = isOpen ? on : (name) => on(name, async () => refused("Not authenticated"));
  offerSniff(socket, gated, steps);
  offerMonitor(socket, gated, steps);
}
