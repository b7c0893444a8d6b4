import type { IncomingMessage } from "node:http";
import { clientEvent, internalError, serverEvent } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { type EventResult, refused } from "../connection/client-events.ts";
import type { Connections } from "../connection/connections.ts";
import type { Figures } from "../connection/figures.ts";
import type { ViewerConnection } from "../connection/viewer-connection.ts";
import type { ViewerEvent } from "../connection/viewer-packets.ts";
import type { ViewerEvents } from "../connection/viewers.ts";
import type { Sniffing } from "../firehose/sniff.ts";
import type { AddressLimits } from "../limits/address-limits.ts";
import type { GatewayMetrics } from "../metrics.ts";
import { secondConnect } from "./connect-guard.ts";

export interface ViewerEventsOptions {
  readonly isPublic: boolean;
  readonly sniffing: Sniffing;
  readonly addresses: Pick<AddressLimits, "networkOf">;
  readonly connections: Connections;
  readonly figures: Figures;
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
}

/** Creates what happens with connections before, or without, the library. */
export function createViewerEvents(options: ViewerEventsOptions): ViewerEvents {
  const { sniffing, addresses, connections, figures, metrics, log } = options;

  function clientOf(viewer: ViewerConnection) {
    const id = addresses.networkOf(viewer.request as unknown as IncomingMessage);
    return {
      connection: viewer,
      browserId: viewer.browserId,
      owner: { id, isAnonymous: true },
      get connected() {
        return viewer.connected;
      },
      emit: (event: string, payload: unknown) => viewer.emit(event, payload),
    };
  }

  async function handle(viewer: ViewerConnection, event: ViewerEvent): Promise<EventResult> {
    const client = clientOf(viewer);
    try {
      return event.name === clientEvent.sniff
        ? await sniffing.start(client, event.payload)
        : sniffing.stop(client);
    } catch (error) {
      log.error({ err: error, socketId: viewer.id, event: event.name }, "a client event failed");
      return refused(internalError);
    }
  }

  return {
    isPublic: options.isPublic,
    opened(viewer) {
      connections.add(viewer);
      figures.connected();
    },
    charge: (viewer) => connections.charge(viewer),
    began: () => metrics.sockets.inc({ kind: "anonymous" }),
    ended: () => metrics.sockets.dec({ kind: "anonymous" }),
    async handle(viewer, event) {
      const result = await handle(viewer, event);
      if (result.ok) return result;
      metrics.refusedEvents.inc({ reason: result.reason ?? result.message });
      viewer.emit(serverEvent.error, { message: result.message });
      return result;
    },
    refuseSecondConnect: () => metrics.refusedConnections.inc({ reason: secondConnect }),
    closed(viewer) {
      connections.remove(viewer);
      figures.closed(viewer);
      sniffing.leave(viewer);
    },
  };
}
