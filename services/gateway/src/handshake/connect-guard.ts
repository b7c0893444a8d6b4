import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { wireOf } from "../connection/engine-connection.ts";

/**
 * One session per connection. Socket.IO takes any number of CONNECT packets until the first has
 * been answered, and answering takes a key look-up: without this, one connection could become
 * thousands of sockets, each with its own look-up and its own copy of every event. Must be the first
 * middleware, and synchronous.
 */
export function createConnectGuard(
  refuse: () => void,
): (socket: GatewaySocket, next: (error?: Error) => void) => void {
  const seen = new WeakSet<object>();
  return (socket, next) => {
    const wire = wireOf(socket);
    if (seen.has(wire)) {
      refuse();
      wire.close(true);
      next(new Error("One session per connection"));
      return;
    }
    seen.add(wire);
    next();
  };
}
