import type { Counter } from "@jetwire/runtime";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";

/** The reason for which a further socket of a connection is refused. */
export const secondConnect = "second-connect";

/**
 * Creates the middleware that allows one socket per connection. Socket.IO accepts any number of
 * CONNECT packets until the first has been answered, and answering takes a key look-up: without
 * this, one connection could become thousands of sockets, each with its own look-up and its own
 * copy of every event. It must be the first middleware, and synchronous.
 */
export function createConnectGuard(
  refusals: Counter<"reason">,
): (socket: GatewaySocket, next: (error?: Error) => void) => void {
  const connected = new WeakSet<object>();
  return (socket, next) => {
    const connection = connectionOf(socket);
    if (connected.has(connection)) {
      refusals.inc({ reason: secondConnect });
      connection.close(true);
      next(new Error("One session per connection"));
      return;
    }
    connected.add(connection);
    next();
  };
}
