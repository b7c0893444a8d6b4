import { rateLimitExceeded, serverEvent, serviceUnavailable } from "@jetwire/protocol";
import type { Logger } from "@jetwire/runtime";
import { createClientEvents, onUnknownEvent } from "../connection/client-events.ts";
import type { Connections } from "../connection/connections.ts";
import { connectionOf } from "../connection/engine-connection.ts";
import type { GatewaySocket } from "../connection/gateway-socket.ts";
import { beginFeed, type BeginFeedOptions, type FeedOwner } from "../feed/begin-feed.ts";
import { socketFeedClient } from "../feed/socket-feed.ts";
import { type GatewayMetrics, kindOf } from "../metrics.ts";
import type { SocketSubscriptions } from "../rooms/subscriptions.ts";
import type { SessionClaims } from "../session/session-claims.ts";
import { createSocketWatches } from "../watches/socket-watches.ts";
import type { Watches } from "../watches/watches.ts";
import type { UserSessions } from "../session/user-sessions.ts";
import { type CredentialResult, hasValidCredential } from "./credentials.ts";

export interface ConnectionHandlerOptions extends BeginFeedOptions {
  readonly sessions: UserSessions;
  readonly subscriptions: SocketSubscriptions;
  readonly watches: Watches;
  readonly connections: Connections;
  readonly metrics: GatewayMetrics;
  readonly log: Logger;
}

type Refusals = Partial<Record<CredentialResult<unknown>["status"], { message: string }>>;

const unavailable = { message: serviceUnavailable };
/** Errors that may have passed when the client tries again. */
const temporaryErrors: Refusals = {
  unavailable,
  "rate-limited": { message: rateLimitExceeded },
  "over-limit": { message: "Too many connections" },
};

/** Errors that another attempt with the same credential would repeat. */
const keyRefusals: Refusals = {
  invalid: { message: "Invalid API key" },
  "lacks-scope": { message: "The API key lacks the scope feed" },
};
const tokenRefusals: Refusals = {
  invalid: { message: "Invalid token" },
  "lacks-scope": { message: "The API key of this session lacks the scope feed" },
};

/**
 * Creates the handler of new sockets, whose credentials have been checked. It answers the
 * credentials and registers the handlers of all client events.
 */
export function createConnectionHandler(
  options: ConnectionHandlerOptions,
): (socket: GatewaySocket) => void {
  const { sessions, subscriptions, watches, connections, metrics, log } = options;
  const socketWatches = createSocketWatches(watches, subscriptions.limit);

  /** Begins session and feed, or refuses the client. Never rejects. */
  async function answerCredentials(socket: GatewaySocket): Promise<void> {
    const { account, session } = socket.data.credentials;
    const [keyRefusal, tokenRefusal] = [keyRefusals[account.status], tokenRefusals[session.status]];
    if (keyRefusal) socket.emit(serverEvent.feedError, keyRefusal);
    if (tokenRefusal) socket.emit(serverEvent.chatError, tokenRefusal);
    const [feedError, chatError] = [
      temporaryErrors[account.status],
      temporaryErrors[session.status],
    ];
    if (feedError) socket.emit(serverEvent.feedError, feedError);
    if (chatError) socket.emit(serverEvent.chatError, chatError);
    if (feedError || chatError) {
      closeTransport(socket);
      return;
    }
    const isRejected = keyRefusal !== undefined || tokenRefusal !== undefined;
    if (isRejected && !hasValidCredential(socket.data.credentials)) {
      socket.disconnect(true);
      return;
    }
    await Promise.all([
      session.status === "valid" ? beginSession(socket, session.identity) : null,
      account.status === "valid" ? beginFeedOf(socket, account.identity) : null,
    ]);
  }

  /** Begins a session, and the feed of its user if the client wants it and has no key. Never rejects. */
  async function beginSession(socket: GatewaySocket, claims: SessionClaims): Promise<void> {
    const { userId: accountId, username } = claims;
    try {
      await sessions.begin(socket, claims);
    } catch (error) {
      log.warn({ err: error, socketId: socket.id }, "a session could not begin");
      socket.emit(serverEvent.chatError, unavailable);
      closeTransport(socket);
      return;
    }
    if (!socket.data.feed || socket.data.credentials.account.status === "valid") return;
    await beginFeedOf(socket, { keyId: null, accountId, username });
  }

  /** Begins a feed, or closes the connection. Never rejects. */
  async function beginFeedOf(socket: GatewaySocket, reader: FeedOwner): Promise<void> {
    try {
      await beginFeed(socketFeedClient(socket), reader, options);
    } catch (error) {
      log.warn({ err: error, socketId: socket.id }, "a feed could not begin");
      socket.emit(serverEvent.feedError, unavailable);
      closeTransport(socket);
    }
  }

  return (socket) => {
    const kind = kindOf(socket.data.credentials);
    metrics.sockets.inc({ kind });
    socket.once("disconnect", () => metrics.sockets.dec({ kind }));
    void answerCredentials(socket);
    if (!socket.connected) return;
    onUnknownEvent(socket, () => connections.charge(connectionOf(socket)));
    const { refusedEvents } = metrics;
    const on = createClientEvents(socket, log, refusedEvents, serverEvent.error);
    const onChat = createClientEvents(socket, log, refusedEvents, serverEvent.chatError);
    sessions.offer(socket, onChat, on);
    subscriptions.offer(socket, on);
    socketWatches.offer(socket, on);
  };
}

/** Clients reconnect by themselves after this; after a disconnect they would not. */
function closeTransport(socket: GatewaySocket): void {
  connectionOf(socket).close();
}
