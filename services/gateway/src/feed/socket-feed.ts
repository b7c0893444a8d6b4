import { serverEvent } from "@jetwire/protocol";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import type { FeedClient } from "./begin-feed.ts";
import { feedFrames } from "./feed-encoding.ts";

const lastMessageMsMax = 1_000;

/** Makes the client of a feed from a socket. */
export function socketFeedClient(socket: GatewaySocket): FeedClient {
  const { assembled, after, heartbeat } = socket.data;
  return {
    connection: connectionOf(socket),
    encoding: feedFrames,
    wantsWholes: assembled,
    after,
    get isOpen() {
      return socket.connected;
    },
    onceClosed: (listener) => void socket.once("disconnect", listener),
    authenticated: (payload) => void socket.emit(serverEvent.feedAuthenticated, payload),
    resumed: (payload) => void socket.emit(serverEvent.feedResumed, payload),
    gap: (payload) => void socket.emit(serverEvent.feedGap, payload),
    end: (reason) => endSocket(socket, reason),
    ...(heartbeat && {
      quiet: (position: string | null) =>
        void socket.emit(serverEvent.feedHeartbeat, { position, time: new Date().toISOString() }),
    }),
  };
}

/**
 * Sends the reason and disconnects, so that the client does not reconnect. Cuts off a client that
 * does not read even that within a second.
 */
function endSocket(socket: GatewaySocket, message: string): void {
  const connection = connectionOf(socket);
  socket.emit(serverEvent.feedError, { message });
  socket.disconnect(true);
  setTimeout(() => {
    if (connection.readyState !== "closed") connection.cut();
  }, lastMessageMsMax).unref();
}
