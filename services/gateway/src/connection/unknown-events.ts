import { clientEvent } from "@jetwire/protocol";
import type { GatewaySocket } from "./gateway-socket.ts";

const known: ReadonlySet<string> = new Set(Object.values(clientEvent));

/** Calls back for events that nobody handles: an honest client hasn't any. */
export function hearUnknownEvents(socket: GatewaySocket, hear: () => void): void {
  socket.onAny((name: string) => {
    if (!known.has(name)) hear();
  });
}
